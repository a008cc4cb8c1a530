import { ATTEMPTS, backOff, isUp, pause } from './connection.ts'
import { whenRestored } from './connection-state.ts'

/** Resolves when a lost connection is back. */
export const restored = () =>
  new Promise<void>((resolve) => {
    const stop = whenRestored(() => {
      stop()
      resolve()
    })
  })

/**
 * Loads a part of the program, and again what did not arrive: three times at the most while the server answers, with growing pauses, and once more
 * whenever a lost connection is back. Rejects with what failed last: the file is gone, because the program was renewed meanwhile, or it is a script,
 * whose failed import the browser remembers for as long as the page lives.
 */
export const again = async <T>(load: () => Promise<T>): Promise<T> => {
  for (let failures = 0; ;) {
    const begun = Date.now()
    try {
      return await load()
    } catch (error) {
      if (await isUp(begun)) {
        failures += 1
        if (failures >= ATTEMPTS) throw error
        await pause(backOff(failures))
      } else await restored()
    }
  }
}
