/**
 * So long, at least, a list stays as it is before news of others has it asked for again: where two hundred work there is news every moment,
 * and nobody reads that fast.
 */
const PAUSE_MS = 6_000
/**
 * Within so long the screens ask for a list that others have changed, each at a moment of its own: news reaches all of them at once. After
 * the pause as well: screens that were once answered together would ask together ever after, and gather more with every delay.
 */
const SPREAD_MS = 2_000
/** How long a list waits that was asked for at this moment of `Date.now()`. */
export const restOfPause = (askedAt: number): number =>
  Math.min(Math.max(askedAt + PAUSE_MS - Date.now(), 0), PAUSE_MS) + Math.random() * SPREAD_MS
/** Even what is about the record on the screen is asked for no more often than this: one document that is read is news half a dozen times. */
export const BURST_MS = 3_000
/**
 * So long after a change of one's own has begun or ended, news is taken for what it brought about: until the screen has been asked for once. One
 * that is under way for longer claims nothing: the server is slow or the line is bad, and the news is that of others.
 */
const OWN_MS = 2_500

/** Tells news that a browser brought about itself, which it shows at once, from that of others. */
export const ownChanges = () => {
  let underWay = 0
  let begunAt = Number.NEGATIVE_INFINITY
  let endedAt = Number.NEGATIVE_INFINITY
  return {
    /** Works, and is changing something for a moment from when that begins and again from when it ends. */
    while: async <T>(work: () => Promise<T>): Promise<T> => {
      underWay += 1
      begunAt = Date.now()
      try {
        return await work()
      } finally {
        underWay -= 1
        endedAt = Date.now()
      }
    },
    /** Whether news may be of one's own making to what was asked for at this moment of `Date.now()`: a reply to a later question knows of it. */
    areNewTo: (askedAt: number) => (underWay > 0 && Date.now() - begunAt < OWN_MS) || (askedAt <= endedAt && Date.now() - endedAt < OWN_MS),
  }
}

/** Those of this tab. */
export const own = ownChanges()
