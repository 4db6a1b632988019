;; What the scoring of n-grams leaves to WebAssembly: fetching weights from far memory. Without bounds checks some forty
;; fetches are under way at once, which takes a third of the time that a loop in JavaScript takes (lab/bench).
;; Compiled, it stands in score.ts, whose test prints what belongs there after a change.
(module
  (memory (export "memory") 1)

  ;; Writes weights (signed bytes) and inverse document frequencies (bytes), a multiple of 16 of each, as 16-bit entries
  ;; of a frequency and a weight above it.
  (func (export "interleave") (param $weights i32) (param $idf i32) (param $count i32) (param $table i32)
    (local $end i32) (local $w v128) (local $i v128)
    (local.set $end (i32.add (local.get $weights) (local.get $count)))
    (loop $next
      (local.set $w (v128.load (local.get $weights)))
      (local.set $i (v128.load (local.get $idf)))
      (v128.store (local.get $table)
        (i8x16.shuffle 0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23 (local.get $i) (local.get $w)))
      (v128.store offset=16 (local.get $table)
        (i8x16.shuffle 8 24 9 25 10 26 11 27 12 28 13 29 14 30 15 31 (local.get $i) (local.get $w)))
      (local.set $idf (i32.add (local.get $idf) (i32.const 16)))
      (local.set $table (i32.add (local.get $table) (i32.const 32)))
      (br_if $next
        (i32.lt_u (local.tee $weights (i32.add (local.get $weights) (i32.const 16))) (local.get $end)))))

  ;; Replaces buckets (32 bits each, from $from to $to, a multiple of four of them) by their entries.
  (func (export "fetch") (param $from i32) (param $to i32) (param $table i32)
    (if (i32.lt_u (local.get $from) (local.get $to)) (then
      (loop $next
        (i32.store (local.get $from) (i32.load16_s
          (i32.add (local.get $table) (i32.shl (i32.load (local.get $from)) (i32.const 1)))))
        (i32.store offset=4 (local.get $from) (i32.load16_s
          (i32.add (local.get $table) (i32.shl (i32.load offset=4 (local.get $from)) (i32.const 1)))))
        (i32.store offset=8 (local.get $from) (i32.load16_s
          (i32.add (local.get $table) (i32.shl (i32.load offset=8 (local.get $from)) (i32.const 1)))))
        (i32.store offset=12 (local.get $from) (i32.load16_s
          (i32.add (local.get $table) (i32.shl (i32.load offset=12 (local.get $from)) (i32.const 1)))))
        (br_if $next
          (i32.lt_u (local.tee $from (i32.add (local.get $from) (i32.const 16))) (local.get $to))))))))
