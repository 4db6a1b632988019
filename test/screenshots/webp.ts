import type { Page } from 'playwright-core';

/** At twice the size, letters have no halo at this, and above it a picture grows faster than it gains. */
const quality = 0.7;

/**
 * Makes a WebP picture of a PNG one: a fraction of its size. Chromium does it, which the rig has anyway.
 * @param page any page: nothing on it changes.
 */
export async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  const base64 = await page.evaluate(
    async ([source, quality]) => {
      const picture = new Image();
      picture.src = source;
      await picture.decode();
      const canvas = document.createElement('canvas');
      canvas.width = picture.naturalWidth;
      canvas.height = picture.naturalHeight;
      canvas.getContext('2d')!.drawImage(picture, 0, 0);
      return canvas.toDataURL('image/webp', quality).split(',')[1]!;
    },
    [`data:image/png;base64,${png.toString('base64')}`, quality] as const,
  );
  return Buffer.from(base64, 'base64');
}
