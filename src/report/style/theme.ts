// `css` is a plain string; the name lets editors and the formatter read it as CSS.
const css = String.raw;

/** The panel's properties, from the editor's theme. Themes can override our own colours. */
export const panelTheme = css`
  :root {
    --size: var(--vscode-font-size, 13px);
    --font: var(--vscode-font-family, system-ui, sans-serif);
    --serif: Charter, Georgia, 'Noto Serif', 'Liberation Serif', serif;
    --paper: var(--vscode-editor-background);
    --ink: var(--vscode-foreground);
    --faint: var(--vscode-descriptionForeground);
    --link: var(--vscode-textLink-foreground);
    --focus: var(--vscode-focusBorder);
    --accent: var(--vscode-button-background);
    --accent-hover: var(--vscode-button-hoverBackground);
    --on-accent: var(--vscode-button-foreground);
    --button: var(--vscode-button-secondaryBackground, transparent);
    --on-button: var(--vscode-button-secondaryForeground, var(--vscode-foreground));
    --button-hover: var(--vscode-button-secondaryHoverBackground, transparent);
    --button-line: var(--vscode-button-border, var(--vscode-contrastBorder, transparent));
  }
  body {
    padding: 0;
    --human: var(--vscode-inkling-human, #4fa3e3);
    --unsure: var(--vscode-inkling-uncertain, #9a9a9a);
    --ai: var(--vscode-inkling-ai, #e8a04c);
    --ai-wash: color-mix(in srgb, var(--ai) 14%, transparent);
  }
  body.vscode-light,
  body.vscode-high-contrast-light {
    --human: var(--vscode-inkling-human, #1b6fb3);
    --unsure: var(--vscode-inkling-uncertain, #707070);
    --ai: var(--vscode-inkling-ai, #a85c00);
    --ai-wash: color-mix(in srgb, var(--ai) 10%, transparent);
  }
  body.vscode-high-contrast {
    --faint: var(--vscode-foreground);
    --ai-wash: transparent;
  }
`;

/** The properties of a standalone page: light, dark by the reader's system, and always light on paper. */
export const pageTheme = css`
  :root {
    --size: 15px;
    --font: system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
    --serif: Charter, Georgia, 'Noto Serif', 'Liberation Serif', serif;
    --paper: #ffffff;
    --ink: #262626;
    --faint: #5e5e5e;
    --link: #1862a0;
    --focus: #1862a0;
    --human: #1b6fb3;
    --unsure: #767676;
    --ai: #a85c00;
    --ai-wash: #a85c0017;
  }
  @media screen and (prefers-color-scheme: dark) {
    :root {
      --paper: #1b1b1b;
      --ink: #dadada;
      --faint: #a3a3a3;
      --link: #6cb2ee;
      --focus: #6cb2ee;
      --human: #4fa3e3;
      --unsure: #8f8f8f;
      --ai: #e0913a;
      --ai-wash: #e0913a24;
    }
  }
  @page {
    margin: 16mm 18mm 18mm;
    @bottom-right {
      color: #5e5e5e;
      font:
        8pt system-ui,
        sans-serif;
      content: counter(page) ' / ' counter(pages);
    }
  }
`;
