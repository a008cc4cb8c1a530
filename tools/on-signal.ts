type CleanUp = () => void | Promise<void>

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** What a shell says of a program that Ctrl+C ended. */
const BY_SIGNAL = 130

const cleanUps: CleanUp[] = []
let isEnding = false

const endAll = async () => {
  // Who asks twice does not want to wait.
  if (isEnding) process.exit(BY_SIGNAL)
  isEnding = true
  process.exitCode = BY_SIGNAL
  for (const clean of cleanUps.toReversed())
    try {
      await clean()
    } catch (error) {
      process.stderr.write(`${String(error)}\n`)
    }
  process.exit(BY_SIGNAL)
}
const heard = () => void endAll()

/**
 * Lets a tool that is told to end (SIGINT, SIGTERM, SIGHUP) clean up first, the last registered before those registered earlier; then it
 * ends with 130. What `clean` throws is printed, and the others go on. Answers how to take it back.
 */
export const onSignal = (clean: CleanUp): (() => void) => {
  if (cleanUps.length === 0) for (const signal of signals) process.on(signal, heard)
  cleanUps.push(clean)
  return () => {
    const at = cleanUps.indexOf(clean)
    if (at >= 0) cleanUps.splice(at, 1)
    if (cleanUps.length === 0 && !isEnding) for (const signal of signals) process.off(signal, heard)
  }
}
