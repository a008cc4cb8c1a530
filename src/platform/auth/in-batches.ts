/**
 * Looks things up one batch at a time: what is asked for while a batch is under way goes into the next. Every answer was read after it
 * was asked for, and under load many questions share one round trip.
 */
export const inBatches = <K, V>(load: (keys: K[]) => Promise<ReadonlyMap<K, V>>): ((key: K) => Promise<V | undefined>) => {
  let next: { keys: Set<K>; answers: Promise<ReadonlyMap<K, V>> } | null = null
  let last: Promise<unknown> = Promise.resolve()

  const open = () => {
    const keys = new Set<K>()
    const answers = last.then(() => {
      next = null
      return load([...keys])
    })
    last = answers.catch(() => {})
    return { keys, answers }
  }
  return async (key) => {
    next ??= open()
    next.keys.add(key)
    return (await next.answers).get(key)
  }
}
