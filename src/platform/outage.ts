/** Tells of an outage once, however often it is met: the first failure, and no other until something has worked again. */
export const outage = <Told extends unknown[]>(report: (error: unknown, ...told: Told) => void) => {
  let isKnown = false
  return {
    failed: (error: unknown, ...told: Told): void => {
      if (isKnown) return
      isKnown = true
      report(error, ...told)
    },
    worked: (): void => void (isKnown = false),
  }
}
