;; What the scoring of n-grams leaves to WebAssembly: fetching entries from far memory. Without bounds checks some forty
;; fetches are under way at once, which takes a third of the time that a loop in JavaScript takes (lab/bench).
;; Compiled, it stands in score.ts, whose test prints what belongs there after a change.
(module
  ;; The model's file, which all threads share.
  (memory $model (import "model" "memory") 1 65536 shared)
  ;; A thread's own.
  (memory $scratch (export "scratch") 1)

  ;; Replaces buckets (32 bits each, from the start of the scratch memory to $to, a multiple of four of them) by their
  ;; entries (16 bits each) in the table of the model's memory.
  (func (export "fetch") (param $to i32) (param $table i32)
    (local $from i32)
    (if (local.get $to) (then
      (loop $next
        (i32.store $scratch (local.get $from) (i32.load16_s $model
          (i32.add (local.get $table) (i32.shl (i32.load $scratch (local.get $from)) (i32.const 1)))))
        (i32.store $scratch offset=4 (local.get $from) (i32.load16_s $model
          (i32.add (local.get $table) (i32.shl (i32.load $scratch offset=4 (local.get $from)) (i32.const 1)))))
        (i32.store $scratch offset=8 (local.get $from) (i32.load16_s $model
          (i32.add (local.get $table) (i32.shl (i32.load $scratch offset=8 (local.get $from)) (i32.const 1)))))
        (i32.store $scratch offset=12 (local.get $from) (i32.load16_s $model
          (i32.add (local.get $table) (i32.shl (i32.load $scratch offset=12 (local.get $from)) (i32.const 1)))))
        (br_if $next
          (i32.lt_u (local.tee $from (i32.add (local.get $from) (i32.const 16))) (local.get $to))))))))
