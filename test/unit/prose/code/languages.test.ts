import assert from 'node:assert/strict';
import { codeFormats } from '../../../../src/prose/code/languages.ts';
import { extractProse } from '../../../../src/prose/extract.ts';

/** What each source says in its comments, paragraphs apart. The sentences are made up for these tests. */
const cases: Record<string, [what: string, document: string, prose: string[]][]> = {
  javascript: [
    [
      'line and block comments',
      'a(); // It rained all day.\n/* The pier was wet. */',
      ['It rained all day.', 'The pier was wet.'],
    ],
    ['marks in strings', `a("// It rained all day."); b('/* No one came. */');`, []],
    [
      'marks in templates',
      'a(`// It rained all day. ${b /* We stayed at home. */} /* no, not here */`);',
      ['We stayed at home.'],
    ],
    [
      'a template in a template',
      'a(`${b(`${c} // not at all here`)} "`); // It rained all day.',
      ['It rained all day.'],
    ],
    [
      'a brace in code in a template',
      'a(`${{ b: { c } }} // not at all here`); // It rained all day.',
      ['It rained all day.'],
    ],
    [
      'regular expressions',
      `a.replace(/[/*"']/g, b); // It rained all day.\nreturn /\\/\\/ not at all/;`,
      ['It rained all day.'],
    ],
    [
      'divisions',
      `a = b / c; // It rained all day.\nd = "x" / 2; // The sun came out.`,
      ['It rained all day.', 'The sun came out.'],
    ],
    [
      'strings in comments',
      `// It "rained all day.\n/* Don't go out. */`,
      ['It "rained all day.', "Don't go out."],
    ],
    ['an unterminated string', `a = "b\n// It rained all day.`, ['It rained all day.']],
    ['an unterminated comment', 'a(); /* It rained all day.', []],
    ['old and new line ends', '// It rained\r\n// all day.\r\n', ['It rained all day.']],
    ['other alphabets and planes', 'a("🌊"); // It 🌊 rained all day.', ['It 🌊 rained all day.']],
    ['tabs', '\t//\tIt rained\n\t//\tall day.', ['It rained all day.']],
  ],
  typescriptreact: [
    ['apostrophes in text', `a = <p>Don't go</p>; // It rained all day.`, ['It rained all day.']],
    ['addresses in text', `a = <p>See https://a.b for more of it</p>;`, []],
    ['comments in braces', '<p>{/* It rained all day. */}</p>', ['It rained all day.']],
    ['types', `let a: Map<'//', "x">; // It rained all day.`, ['It rained all day.']],
  ],
  python: [
    ['comments', 'a = 1  # It rained all day.', ['It rained all day.']],
    [
      'docstrings',
      '"""It rained all day."""\ndef a():\n    """The pier was wet."""\n',
      ['It rained all day.', 'The pier was wet.'],
    ],
    [
      'a docstring of a class',
      "#!/usr/bin/env python\nclass A(B):\n    '''The pier was wet.'''\n",
      ['The pier was wet.'],
    ],
    [
      'a docstring behind a long signature',
      'def a(\n    b,\n) -> int:\n    r"""The pier was wet."""\n',
      ['The pier was wet.'],
    ],
    ['other strings', 'a = """It rained all day."""\nb = {"c":\n  "It rained all day."}\n', []],
    ['strings that are formatted', 'def a():\n    f"""It rained all {b}."""\n', []],
    ['marks in strings', `a = "# It rained all day."\nb = '''\n# Not at all here.\n'''`, []],
    ['quotes in comments', `# It "rained all day.\n# Don't go out.`, ['It "rained all day. Don\'t go out.']],
    ['an unterminated string', `a = "b\n# It rained all day.`, ['It rained all day.']],
    [
      'Google’s sections',
      'def a(b):\n  """Mends the whole pier.\n\n  Args:\n    b (int): How wet it was.\n      And how cold it was.\n\n  Returns:\n    Whether it was mended.\n  """',
      ['Mends the whole pier.', 'How wet it was. And how cold it was.', 'Whether it was mended.'],
    ],
    [
      'NumPy’s sections',
      'def a(b):\n    """Mends the whole pier.\n\n    Parameters\n    ----------\n    b : int\n        How wet it was.\n    """',
      ['Mends the whole pier.', 'How wet it was.'],
    ],
    [
      'Sphinx’s fields',
      'def a(b):\n    """Mends the whole pier.\n\n    :param int b: How wet it was.\n    :rtype: bool\n    """',
      ['Mends the whole pier.', 'How wet it was.'],
    ],
    [
      'sessions',
      'def a():\n    """Mends the whole pier.\n\n    >>> a()\n    it is mended now\n\n    It never leans again.\n    """',
      ['Mends the whole pier.', 'It never leans again.'],
    ],
  ],
  java: [
    [
      'comments of each kind',
      '// It rained all day.\nint a; /* The pier was wet. */\n/** We stayed at home. */',
      ['It rained all day.', 'The pier was wet.', 'We stayed at home.'],
    ],
    [
      'Javadoc’s tags',
      '/**\n * Mends the whole pier.\n *\n * @param wet how wet it was\n * @throws RainException if it rained too much\n * @see Pier#mend not to be read\n */',
      ['Mends the whole pier.', 'how wet it was', 'if it rained too much'],
    ],
    [
      'Javadoc’s HTML',
      '/**\n * Mends the whole pier.\n * <p>It {@link Pier leans} no <b>more</b>.\n */',
      ['Mends the whole pier.', 'It Pier leans no more.'],
    ],
    [
      'listings in HTML',
      '/**\n * Mends the whole pier.\n * <pre>\n *   it was mended here\n * </pre>\n */',
      ['Mends the whole pier.'],
    ],
    ['marks in strings', 'String a = "// It rained all day.";', []],
    [
      'blocks of text',
      'String a = """\n  // It "rained" all day.\n  """; // The pier was wet.',
      ['The pier was wet.'],
    ],
    [
      'characters',
      `char a = '"'; // It rained all day.\nchar b = '\\''; // The pier was wet.`,
      ['It rained all day.', 'The pier was wet.'],
    ],
    ['an unterminated comment', 'int a; /** It rained all day.', []],
    [
      'no nesting',
      '/* It rained /* all day. */ a */ // The pier was wet.',
      ['It rained /* all day.', 'The pier was wet.'],
    ],
  ],
  c: [
    [
      'comments of each kind',
      '// It rained all day.\nint a; /* The pier was wet. */',
      ['It rained all day.', 'The pier was wet.'],
    ],
    [
      'Doxygen’s tags',
      '/**\n * @brief Mends the whole pier.\n * @param[in] wet how wet it was\n * \\return whether it was mended\n */',
      ['Mends the whole pier.', 'how wet it was', 'whether it was mended'],
    ],
    [
      'text behind a member',
      'int a; ///< How wet it was.\nint b; /**< How cold it was. */',
      ['How wet it was.', 'How cold it was.'],
    ],
    ['marks in strings', 'puts("/* It rained all day. */");', []],
    [
      'characters',
      `c = '"'; /* It rained all day. */ c = L'"'; // The pier was wet.`,
      ['It rained all day.', 'The pier was wet.'],
    ],
    ['grouped digits', `int a = 1'000'000; // It rained all day.`, ['It rained all day.']],
    ['raw strings', 'auto a = R"x(// It rained )" all day.)x"; // The pier was wet.', ['The pier was wet.']],
    ['apostrophes in directives', `#error Don't do that\n// It rained all day.`, ['It rained all day.']],
    ['frames', '/***********\n * It rained all day. *\n ***********/', ['It rained all day.']],
    ['strings over lines', '"a \\\n // Not at all here"; // It rained all day.', ['It rained all day.']],
  ],
  csharp: [
    [
      'documentation',
      '/// <summary>\n/// Mends the <c>whole</c> pier.\n/// </summary>\n/// <param name="a">How wet it was.</param>',
      ['Mends the whole pier.', 'How wet it was.'],
    ],
    [
      'verbatim strings',
      'var a = @"C:\\"; // It rained all day.\nvar b = @"say ""// no, not here""";',
      ['It rained all day.'],
    ],
    [
      'interpolated strings',
      'var a = $"{b["c"]} // not at all here"; // It rained all day.',
      ['It rained all day.'],
    ],
    [
      'raw strings',
      'var a = """\n // It "rained" all day.\n """; // The pier was wet.',
      ['The pier was wet.'],
    ],
    ['characters', `var a = '"'; // It rained all day.`, ['It rained all day.']],
    ['regions', '#region It rained all day\n// The pier was wet.\n#endregion', ['The pier was wet.']],
    ['marks in strings', 'a("/* It rained all day. */");', []],
    ['blocks', 'a(); /* It rained\n   all day. */', ['It rained all day.']],
  ],
  go: [
    [
      'documentation',
      '// Mend mends the pier\n// that leans.\nfunc Mend() {}',
      ['Mend mends the pier that leans.'],
    ],
    ['raw strings', 'a := `// It "rained all day.`\n// The pier was wet.', ['The pier was wet.']],
    [
      'runes',
      `a := '"' // It rained all day.\nb := '\\'' // The pier was wet.`,
      ['It rained all day.', 'The pier was wet.'],
    ],
    [
      'directives',
      '//go:generate mend the whole pier\n//go:build linux\n\n// The pier was wet.',
      ['The pier was wet.'],
    ],
    ['generated files', '// Code generated by pier. DO NOT EDIT.\n', []],
    [
      'paragraphs',
      '// It rained all day.\n//\n// The pier was wet.',
      ['It rained all day.', 'The pier was wet.'],
    ],
    [
      'examples that are indented',
      '// It rained all day:\n//\n//\tpier.mend(now)\n//\n// The pier was wet.',
      ['It rained all day:', 'The pier was wet.'],
    ],
    ['marks in strings', 'a := "// It rained all day."', []],
  ],
  rust: [
    [
      'documentation',
      '//! The pier was wet.\n\n/// It rained `all` day.\nfn a() {}',
      ['The pier was wet.', 'It rained all day.'],
    ],
    [
      'fenced code',
      '/// It rained all day.\n///\n/// ```\n/// this is not read\n/// ```\n///\n/// The pier was wet.',
      ['It rained all day.', 'The pier was wet.'],
    ],
    [
      'nested comments',
      '/* It rained /* and stormed */ all day. */ // The pier was wet.',
      ['It rained /* and stormed */ all day.', 'The pier was wet.'],
    ],
    ['raw strings', 'let a = r#"// It "rained all day."#; // The pier was wet.', ['The pier was wet.']],
    ['lifetimes', `fn a<'a>(b: &'a str) {} // It rained all day.`, ['It rained all day.']],
    [
      'characters',
      `let a = '"'; // It rained all day.\nlet b = b'"'; // The pier was wet.`,
      ['It rained all day.', 'The pier was wet.'],
    ],
    ['strings over lines', 'let a = "\n// not at all here\n"; // It rained all day.', ['It rained all day.']],
    ['unterminated nesting', '/* It rained /* all day. */', []],
  ],
  ruby: [
    ['comments', 'a = 1 # It rained all day.', ['It rained all day.']],
    [
      'blocks',
      '=begin\nIt rained all day.\n=end\n# The pier was wet.',
      ['It rained all day.', 'The pier was wet.'],
    ],
    [
      'interpolation',
      'a = "#{b + "# not at all here"} # nor here at all" # It rained all day.',
      ['It rained all day.'],
    ],
    [
      'here-documents',
      'a = <<~TEXT\n  # Not at all here\nTEXT\n# It rained all day.',
      ['It rained all day.'],
    ],
    [
      'literals',
      `a = %w[# not at all here] # It rained all day.\nb = %q(it's # not here (either)) # The pier was wet.`,
      ['It rained all day.', 'The pier was wet.'],
    ],
    ['regular expressions', `a =~ /["'#]/ # It rained all day.`, ['It rained all day.']],
    [
      'characters',
      `a = ?# # It rained all day.\nb = ?" # The pier was wet.`,
      ['It rained all day.', 'The pier was wet.'],
    ],
    [
      'expressions and strings that a method takes',
      'Then /^a `b# ([^`]+)` c$/ do |d|\n  step %Q{I run `#{d}`} + %{#{d} is not here}\nend # It rained all day.\ne = f / g # The pier was wet.',
      ['It rained all day.', 'The pier was wet.'],
    ],
    ['magic comments', '# frozen_string_literal: true\n# It rained all day.', ['It rained all day.']],
    [
      'what stands behind the end',
      '# It rained all day.\n__END__\n# Not at all here',
      ['It rained all day.'],
    ],
  ],
  shellscript: [
    ['comments', '#!/bin/sh\na # It rained all day.', ['It rained all day.']],
    ['marks in words', 'echo $# ${#a} a#b ${a#b} # It rained all day.', ['It rained all day.']],
    ['strings', `echo '# not at all here' "# nor here at all" # It rained all day.`, ['It rained all day.']],
    ['commands in strings', 'a="$(b "c # d")" # It rained all day.', ['It rained all day.']],
    [
      'here-documents',
      "cat <<'EOF'\n# Not at all here\nIt's so\nEOF\n# It rained all day.",
      ['It rained all day.'],
    ],
    ['escaped quotes', "echo don\\'t # It rained all day.", ['It rained all day.']],
    ['directives', '# shellcheck disable=SC2086\necho $a', []],
    [
      'shifts',
      'a=$((1<<2)) # It rained all day.\nb <<< c # The pier was wet.',
      ['It rained all day.', 'The pier was wet.'],
    ],
  ],
  php: [
    [
      'what is outside',
      '// Not at all here <?php // It rained all day. ?> // nor here at all <?php # The pier was wet.',
      ['It rained all day.', 'The pier was wet.'],
    ],
    ['attributes', '<?php #[Pure] /* It rained all day. */', ['It rained all day.']],
    [
      'here-documents',
      '<?php $a = <<<EOT\n// Not at all here\nEOT;\n// It rained all day.',
      ['It rained all day.'],
    ],
    [
      'phpDocumentor’s tags',
      '<?php\n/**\n * Mends the whole pier.\n * @param string $a How wet it was.\n */',
      ['Mends the whole pier.', 'How wet it was.'],
    ],
  ],
  kotlin: [
    ['raw strings', 'val a = """// It "rained" all day.""" // The pier was wet.', ['The pier was wet.']],
    [
      'nested comments',
      '/* It rained /* and stormed */ all day. */',
      ['It rained /* and stormed */ all day.'],
    ],
    ['interpolation', 'val a = "${b("// no")} // not here" // The pier was wet.', ['The pier was wet.']],
  ],
  swift: [
    [
      'documentation',
      '/// Mends the whole pier.\n/// - Parameter a: How wet it was.',
      ['Mends the whole pier.', 'Parameter a: How wet it was.'],
    ],
    ['interpolation', 'let a = "\\(b("// no")) // not here" // The pier was wet.', ['The pier was wet.']],
    ['raw strings', 'let a = #"// It "rained" all day."# // The pier was wet.', ['The pier was wet.']],
  ],
  scala: [
    ['comments', '// It rained all day.', ['It rained all day.']],
    ['strings', 'val a = """// It "rained" all day."""', []],
    [
      'nested comments',
      '/* It rained /* and stormed */ all day. */',
      ['It rained /* and stormed */ all day.'],
    ],
  ],
  groovy: [
    ['comments', '// It rained all day.', ['It rained all day.']],
    ['strings', `a = '''// It rained all day.'''`, []],
    ['blocks', '/* It rained\n * all day.\n */', ['It rained all day.']],
  ],
  dart: [
    ['documentation', '/// Mends the [pier] again.', ['Mends the [pier] again.']],
    ['raw strings', `var a = r'\\'; // It rained all day.`, ['It rained all day.']],
    ['strings', `var a = '''// It rained all day.''';`, []],
  ],
  powershell: [
    [
      'blocks',
      '<#\nIt rained all day.\n#>\n# The pier was wet.',
      ['It rained all day.', 'The pier was wet.'],
    ],
    ['here-strings', '$a = @"\n# Not "at all" here\n"@\n# It rained all day.', ['It rained all day.']],
    ['escapes', 'a "`"# not at all here" # It rained all day.', ['It rained all day.']],
  ],
  lua: [
    [
      'comments of each kind',
      '-- It rained all day.\n--[[ The pier\nwas wet. ]]',
      ['It rained all day.', 'The pier was wet.'],
    ],
    ['levels', '--[==[ It rained ]] all day. ]==]', ['It rained ]] all day.']],
    ['a comment that is never closed', '--[[ It rained all day.', ['It rained all day.']],
    ['long strings', 'a = [[ -- It rained all day. ]] -- The pier was wet.', ['The pier was wet.']],
  ],
  r: [
    [
      'roxygen',
      "#' Mends the whole pier.\n#'\n#' @param a How wet it was.\n#' @export\na <- 1",
      ['Mends the whole pier.', 'How wet it was.'],
    ],
    ['strings', `a <- "# It rained all day."`, []],
    ['raw strings', `a <- r"(# It "rained all day.)" # The pier was wet.`, ['The pier was wet.']],
  ],
  julia: [
    ['docstrings', '"""\nMends the whole pier.\n"""\nfunction a() end', ['Mends the whole pier.']],
    [
      'nested comments',
      '#= It rained #= and stormed =# all day. =#',
      ['It rained #= and stormed =# all day.'],
    ],
    [
      'transposed matrices',
      `a = b' # It rained all day.\nc = '"' # The pier was wet.`,
      ['It rained all day.', 'The pier was wet.'],
    ],
  ],
  haskell: [
    [
      'Haddock',
      '-- | Mends the whole pier.\na = b -- ^ How wet it was.',
      ['Mends the whole pier.', 'How wet it was.'],
    ],
    [
      'nested comments',
      '{- It rained {- and stormed -} all day. -}',
      ['It rained {- and stormed -} all day.'],
    ],
    ['operators and pragmas', '{-# LANGUAGE It rained all day #-}\na = b --> c and d and e', []],
  ],
  sql: [
    [
      'comments of each kind',
      '-- It rained all day.\nselect 1 /* The pier was wet. */',
      ['It rained all day.', 'The pier was wet.'],
    ],
    ['strings', "select 'it''s -- not at all here'", []],
    [
      'what a database runs in a comment',
      '/*!40101 SET names and default character */;\nselect /*+ use the index here */ 1 /* It rained all day. */',
      ['It rained all day.'],
    ],
    ['queries', '-- SELECT a FROM b WHERE c\n', []],
  ],
  yaml: [
    ['comments', 'a: b # It rained all day.', ['It rained all day.']],
    ['quotes in plain values', "a: it's wet # It rained all day.\nb: c", ['It rained all day.']],
    [
      'blocks of text',
      'a: |\n  # Not at all here\n\n  it is so\nb: "# nor here at all" # It rained all day.',
      ['It rained all day.'],
    ],
    ['entries', '# name: pier\n# ports:\n#   - 80\n', []],
  ],
  toml: [
    ['comments', 'a = 1 # It rained all day.', ['It rained all day.']],
    ['strings', `a = '''\n# Not at all here\n'''`, []],
    ['literal strings', `a = 'C:\\' # It rained all day.`, ['It rained all day.']],
  ],
  css: [
    ['comments', '/* It rained all day. */ a { }', ['It rained all day.']],
    ['strings', 'a { content: "/* It rained all day. */" }', []],
    ['no line comments', '// It rained all day.', []],
  ],
  scss: [
    ['line comments', '// It rained all day.', ['It rained all day.']],
    ['addresses', 'a { b: url(//c.d/e f g h) }', []],
    ['strings', `a { content: '// It rained all day.' }`, []],
  ],
  less: [
    ['line comments', '// It rained all day.', ['It rained all day.']],
    ['blocks', '/* It rained all day. */', ['It rained all day.']],
    ['strings', `a { content: '// It rained all day.' }`, []],
  ],
  dockerfile: [
    ['comments', '# syntax=docker/dockerfile:1\n# It rained all day.\nRUN a', ['It rained all day.']],
    ['marks inside lines', 'RUN echo # not at all here', []],
    ['instructions', '# RUN apt-get install pier\n', []],
  ],
  makefile: [
    ['comments', 'a: b # It rained all day.', ['It rained all day.']],
    ['escaped marks', 'a = \\# not at all here', []],
    ['words', 'a = b#c d e f', []],
  ],
  perl: [
    ['comments', 'my $a = $#b; # It rained all day.', ['It rained all day.']],
    [
      'POD',
      '=head1 Mending the pier\n\nIt B<rained> all day.\n\n=over 4\n\n=item * The sun came out.\n\n=cut\n# The pier was wet.',
      ['Mending the pier', 'It rained all day.', 'The sun came out.', 'The pier was wet.'],
    ],
    [
      'POD behind the end, which nothing closes',
      '# It rained all day.\n__END__\n# Not at all here\n\n=head1 NAME\n\nThe pier was wet.',
      ['It rained all day.', 'The pier was wet.'],
    ],
    [
      'a licence in POD, which is one chapter of it',
      '=pod\n\nIt rained all day.\n\n=head1 LICENSE\n\nUse it under the same terms as Perl.\n\n=cut\n',
      ['It rained all day.'],
    ],
    [
      'codes of POD',
      '=pod\n\nSee L<the pier|Pier::Wet>X<pier> in L</"RAIN"> and C<< wet > cold >> E<lt> 1 there.\n\n=cut\n',
      ['See the pier in RAIN and wet > cold < 1 there.'],
    ],
    [
      'expressions',
      `$a =~ s{#"}{'}g; # It rained all day.\nm#'#; # The pier was wet.`,
      ['It rained all day.', 'The pier was wet.'],
    ],
    ['quotes', `my $a = q(it's # not here); # It rained all day.`, ['It rained all day.']],
  ],
  elixir: [
    [
      'documentation',
      '@doc """\nMends the whole pier.\n"""\ndef a, do: 1 # It rained all day.',
      ['Mends the whole pier.', 'It rained all day.'],
    ],
    ['other strings', 'a = """\n# It rained all day.\n"""', []],
    ['interpolation', '"#{b("# no")} # not here" # It rained all day.', ['It rained all day.']],
  ],
};

describe('the prose of source code', () => {
  for (const [languageId, rows] of Object.entries(cases)) {
    describe(`in ${languageId}`, () => {
      for (const [what, document, prose] of rows) {
        it(`is told from code through ${what}`, () => {
          assert.equal(extractProse(document, languageId)?.text, prose.join('\n\n'));
        });
      }
    });
  }

  it('is tested in every language, except dialects of a tested one', () => {
    const dialects = [
      'javascriptreact',
      'typescript',
      'cpp',
      'cuda-cpp',
      'objective-c',
      'objective-cpp',
      'dockercompose',
    ];
    const untested = Object.keys(codeFormats).filter((id) => !(id in cases) && !dialects.includes(id));
    assert.deepEqual(untested, []);
  });
});
