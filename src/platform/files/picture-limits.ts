/** What a picture file may claim: measured before any of it is unpacked. */
export const pictureLimits = {
  /** A photograph of a good camera has this many; a file that claims more would only fill the memory. */
  pixels: 30_000_000,
  /** Of one page in memory, with all its channels. */
  pageBytes: 250_000_000,
  pages: 200,
  /** Of all pages in grey or colour: 45 scanned at 300 dots an inch, 100 at 200. */
  allPixels: 400_000_000,
  /** Of all pages in black and white: two hundred of a telefax. */
  allPixelsInBlackAndWhite: 1_000_000_000,
  /** Of the file that is written anew, in bytes. */
  output: 64_000_000,
} as const

/** What a picture process may take. */
export const pictureProcess = { megabytes: 900, processorSeconds: 60, seconds: 300 } as const

/** What is said of a file that is no image of these media types. */
export const otherThanImage = (types: readonly string[]) =>
  `Choose an image: ${types.map((type) => type.replace('image/', '').toUpperCase()).join(', ')}, at most ${pictureLimits.pixels / 1_000_000} million pixels.`
