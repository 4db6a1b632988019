;; The inner loops of `learn` (logistic.ts): a row against the weights of up to twelve regressions, four at a time.
;; A line of the table is 64 bytes: idf, twelve weights, three left free. The host puts the addresses of a row's lines
;; at $row, and reads and writes twelve numbers at $dots.
(module
  (import "host" "memory" (memory 1))
  (global $row (import "host" "row") i32)
  (global $dots (import "host" "dots") i32)

  ;; Puts the products of the row's idf with the weights of each regression at $dots; gives the row's squared length.
  ;; A first pass over the idf alone fetches the lines of the table, many at a time.
  (func (export "multiply") (param $count i32) (result f32)
    (local $i i32) (local $last i32) (local $end i32) (local $at i32) (local $x f32) (local $square f32)
    (local $a v128) (local $b v128) (local $c v128) (local $xs v128)
    (local.set $i (global.get $row))
    (local.set $end (i32.add (local.get $i) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $blocks
        (br_if $done (i32.ge_u (local.get $i) (local.get $end)))
        (local.set $last (i32.add (local.get $i) (i32.const 512)))
        (if (i32.gt_u (local.get $last) (local.get $end)) (then (local.set $last (local.get $end))))
        (local.set $at (local.get $i))
        (loop $fetch
          (local.set $x (f32.load (i32.load (local.get $at))))
          (local.set $square (f32.add (local.get $square) (f32.mul (local.get $x) (local.get $x))))
          (local.set $at (i32.add (local.get $at) (i32.const 4)))
          (br_if $fetch (i32.lt_u (local.get $at) (local.get $last))))
        (loop $entries
          (local.set $at (i32.load (local.get $i)))
          (local.set $xs (f32x4.splat (f32.load (local.get $at))))
          (local.set $a (f32x4.add (local.get $a) (f32x4.mul (local.get $xs) (v128.load offset=4 (local.get $at)))))
          (local.set $b (f32x4.add (local.get $b) (f32x4.mul (local.get $xs) (v128.load offset=20 (local.get $at)))))
          (local.set $c (f32x4.add (local.get $c) (f32x4.mul (local.get $xs) (v128.load offset=36 (local.get $at)))))
          (local.set $i (i32.add (local.get $i) (i32.const 4)))
          (br_if $entries (i32.lt_u (local.get $i) (local.get $last))))
        (br $blocks)))
    (v128.store (global.get $dots) (local.get $a))
    (v128.store offset=16 (global.get $dots) (local.get $b))
    (v128.store offset=32 (global.get $dots) (local.get $c))
    (local.get $square))

  ;; Adds to the weights of the row's lines: its idf times the change of each regression, at $dots.
  (func (export "add") (param $count i32)
    (local $i i32) (local $end i32) (local $at i32) (local $xs v128) (local $a v128) (local $b v128) (local $c v128)
    (local.set $i (global.get $row))
    (local.set $end (i32.add (local.get $i) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $a (v128.load (global.get $dots)))
    (local.set $b (v128.load offset=16 (global.get $dots)))
    (local.set $c (v128.load offset=32 (global.get $dots)))
    (block $done
      (loop $entries
        (br_if $done (i32.ge_u (local.get $i) (local.get $end)))
        (local.set $at (i32.load (local.get $i)))
        (local.set $xs (f32x4.splat (f32.load (local.get $at))))
        (v128.store offset=4 (local.get $at) (f32x4.add (v128.load offset=4 (local.get $at)) (f32x4.mul (local.get $xs) (local.get $a))))
        (v128.store offset=20 (local.get $at) (f32x4.add (v128.load offset=20 (local.get $at)) (f32x4.mul (local.get $xs) (local.get $b))))
        (v128.store offset=36 (local.get $at) (f32x4.add (v128.load offset=36 (local.get $at)) (f32x4.mul (local.get $xs) (local.get $c))))
        (local.set $i (i32.add (local.get $i) (i32.const 4)))
        (br $entries)))))
