const seconds = (from) => Math.round((performance.now() - from) / 1000)

/**
 * Runs `work` and shows that it is going on: on a terminal one line that counts the seconds, elsewhere a line every fifteen.
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export const withProgress = async (label, work) => {
  const from = performance.now()
  const isTerminal = Boolean(process.stdout.isTTY)
  if (!isTerminal) console.log(`${label} …`)
  const show = () =>
    isTerminal ? process.stdout.write(`\r\x1b[K${label} … ${seconds(from)} s`) : console.log(`${label} … ${seconds(from)} s`)
  const timer = setInterval(show, isTerminal ? 500 : 15_000)
  if (isTerminal) show()
  try {
    return await work()
  } finally {
    clearInterval(timer)
    console.log(`${isTerminal ? '\r\x1b[K' : ''}${label}: ${seconds(from)} s`)
  }
}
