/** Tells of an outage once, however often it is met: the first failure, and no other until something has worked again. */
export const outage = <Reported extends unknown[]>(report: (error: unknown, ...reported: Reported) => void) => {
  let isKnown = false
  return {
    failed: (error: unknown, ...reported: Reported): void => {
      if (isKnown) return
      isKnown = true
      report(error, ...reported)
    },
    worked: (): void => void (isKnown = false),
  }
}
