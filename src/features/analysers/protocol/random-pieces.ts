/** Random numbers below 1 that a seed repeats. */
export const seeded = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

/** Bytes cut at random places, as a network cuts them: single bytes, long runs, and everything between. */
export const piecesOf = (bytes: Buffer, random: () => number): Buffer[] => {
  const pieces: Buffer[] = []
  const longest = 1 + Math.floor(random() ** 2 * bytes.length)
  for (let at = 0; at < bytes.length;) {
    const length = 1 + Math.floor(random() * longest)
    pieces.push(bytes.subarray(at, at + length))
    at += length
  }
  return pieces
}
