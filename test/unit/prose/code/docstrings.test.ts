import assert from 'node:assert/strict';
import { isDocstring, isElixirDoc, isJuliaDoc } from '../../../../src/prose/code/languages.ts';

/** Asks about the string between the marks ‹ and ›, which are no part of the document. */
function asked(isDoc: (document: string, start: number, end: number) => boolean, marked: string): boolean {
  const start = marked.indexOf('‹');
  const end = marked.indexOf('›') - 1;
  return isDoc(marked.replace(/[‹›]/g, ''), start, end);
}

describe('a string of Python is read as documentation', () => {
  const isDoc = (marked: string): boolean => asked(isDocstring, marked);

  it('as the first statement of a module, class or function', () => {
    for (const marked of [
      '‹"""x"""›',
      '\uFEFF‹"""x"""›\n',
      '\n\n‹"x"›\r\n',
      '#!/usr/bin/python\n# -*- coding: utf-8 -*-\n\n  ‹"x"›',
      '\uFEFF# a comment\n‹"x"›',
      'class A:\n  ‹"x"›',
      'def a():\n\t‹"x"›  # why',
      'async  def a(b):\n\n  # note\n  ‹"x"›; y = 1',
      'def a(\n  b: int,\n) -> dict[str, int]:\n  ‹"x"›',
      'def a() -> dict[\n  str, int\n]:\n  ‹"x"›',
      'def a():  # it’s for mending\n  ‹"x"›',
      'def a(b): #\n  ‹r"x"›',
      'import b\nclass A(B):\n  ‹u"x"›',
    ]) {
      assert.equal(isDoc(marked), true, marked);
    }
  });

  it('and nowhere else', () => {
    for (const marked of [
      'x = ‹"x"›',
      'import a\n‹"x"›',
      'def a():\n  pass\n  ‹"x"›',
      'if a:\n  ‹"x"›',
      'classes:\n  ‹"x"›',
      'def a():\n  ‹"x"› + b',
      'def a():\n  ‹b"x"›',
      'def a():\n  ‹f"x"›',
      'def a():\n  ‹rB"x"›',
      'def a():\n  ‹Rf"x"›',
      'f(\n  ‹"x"›\n)',
      'a = "#"\n‹"x"›',
      'x:\ndefine(a, b):\n‹"y"›, z',
      'undef a:\n‹"x"›',
      'def a(): b\n  ‹"x"›',
      'f(a): int\n‹"x"›',
    ]) {
      assert.equal(isDoc(marked), false, marked);
    }
  });

  it('after any number of comments that a person writes, and after no more', () => {
    assert.equal(isDoc(`def a():\n${'# note\n'.repeat(190)}‹"x"›`), true);
    assert.equal(isDoc(`${'# note\n'.repeat(199)}‹"x"›`), true);
    assert.equal(isDoc(`def a():\n${'# note\n'.repeat(201)}‹"x"›`), false);
  });

  it('after a signature on a line of any length', () => {
    assert.equal(isDoc(`x = [${'1, '.repeat(2000)}]; def(b):\n‹"x"›`), true);
  });
});

describe('a string of Elixir is read as documentation', () => {
  const isDoc = (marked: string): boolean => asked(isElixirDoc, marked);

  it('after the attributes that document, and nowhere else', () => {
    for (const marked of [
      '@doc ‹"x"›',
      '@moduledoc   ‹"x"›',
      '  @typedoc(‹"x"›)',
      `${' '.repeat(50)}@doc\t‹"x"›`,
    ]) {
      assert.equal(isDoc(marked), true, marked);
    }
    for (const marked of ['@doc‹"x"›', '@docs ‹"x"›', 'doc ‹"x"›', '@doc since: ‹"x"›', '@doc false\n‹"x"›'])
      assert.equal(isDoc(marked), false, marked);
  });
});

describe('a string of Julia is read as documentation', () => {
  const isDoc = (marked: string): boolean => asked(isJuliaDoc, marked);

  it('alone in its lines, before what it documents', () => {
    for (const marked of [
      '‹"""x"""›\nfunction a() end',
      'b = 1\n  ‹"""x"""›  \r\n  @inline a() = 1',
      `${'b = 1\n'.repeat(20)}@doc   ‹"""x"""›\nμ(x) = 1`,
    ]) {
      assert.equal(isDoc(marked), true, marked);
    }
  });

  it('and nowhere else', () => {
    for (const marked of [
      'a = ‹"""x"""›\nfunction a() end',
      'f(‹"""x"""›\nb)',
      '‹"""x"""›',
      '‹"""x"""› * b\nc',
      '‹"""x"""›\n\nfunction a() end',
      '‹"""x"""›\n)',
      '‹"""x"""›\n[a]',
      `${'b = 1\n'.repeat(20)}a = ‹"""x"""›\nc`,
      'a\n@docs ‹"""x"""›\nc',
    ]) {
      assert.equal(isDoc(marked), false, marked);
    }
  });
});
