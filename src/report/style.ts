/** The view's layout. Every colour and font is a custom property, given by `panelTheme` or `pageTheme`. */
export const viewStyle = '';

/** The properties from the editor's theme, for the panel. */
export const panelTheme = '';

/** The properties of a page that stands alone: light, dark, print. */
export const pageTheme = '';
