/** Tells of an outage once, however often it is met: the first failure, and no other until something has worked again. */
export const outage = <Args extends unknown[]>(report: (error: unknown, ...args: Args) => void) => {
  let isKnown = false
  return {
    failed: (error: unknown, ...args: Args): void => {
      if (isKnown) return
      isKnown = true
      report(error, ...args)
    },
    worked: (): void => void (isKnown = false),
  }
}
