/** What is read of one document. What goes beyond is not read, and the file itself stays whole. */
export const readerLimits = {
  /** A file that says that it has more is refused before one is opened. */
  claimedPages: 5_000,
  /** Letters of all pages together: two hundred dense ones. */
  letters: 2_000_000,
  /** Words of a page whose places are kept. */
  words: 20_000,
  /** Pictures of all pages together, in bytes. */
  pictures: 100_000_000,
  /** A scan at 1,200 dpi; a page that claims more would only fill the memory. */
  pagePixels: 140_000_000,
} as const
