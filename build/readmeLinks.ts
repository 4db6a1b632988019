/** Where the relative links of a packed README lead, as vsce takes it. */
export type ReadmeLinks = { rewriteRelativeLinks: false } | { baseContentUrl: string; baseImagesUrl: string };

/**
 * The Marketplace shows only https pictures, and a VSIX has no docs: links lead to the repository, at the version's tag.
 * @param repository the address for git, `https://github.com/…`.
 * @returns links as they are where the repository is not public yet: its host ends with `.invalid` (RFC 2606).
 */
export function readmeLinks(repository: string, version: string): ReadmeLinks {
  const { hostname } = new URL(repository);
  if (hostname.endsWith('.invalid')) return { rewriteRelativeLinks: false };
  const root = repository.replace(/(?:\.git)?\/?$/, '');
  return { baseContentUrl: `${root}/blob/v${version}`, baseImagesUrl: `${root}/raw/v${version}` };
}
