import { execFileSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'

/** Every process below this one, with its command. */
export const processesBelow = (pid: number): { pid: number; command: string }[] => {
  const all = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([id, parent, ...command]) => ({ pid: Number(id), parent: Number(parent), command: command.join(' ') }))
  const below = (root: number): { pid: number; command: string }[] =>
    all.filter(({ parent }) => parent === root).flatMap((child) => [child, ...below(child.pid)])
  return below(pid).map(({ pid, command }) => ({ pid, command }))
}

/** Read at once, and again and again into the same buffer. */
const PIECE = 4 * 1024 * 1024

/** Which of these texts are anywhere in the memory of a process. */
export const findInMemory = (pid: number, texts: readonly string[]): string[] => {
  const sought = texts.map((text) => ({ text, bytes: Buffer.from(text) }))
  const overlap = Math.max(...sought.map(({ bytes }) => bytes.length))
  const found = new Set<string>()
  const piece = Buffer.allocUnsafe(PIECE)
  const memory = openSync(`/proc/${pid}/mem`, 'r')
  try {
    for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
      const [, from, to] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? []
      if (!from || !to) continue
      const end = Number.parseInt(to, 16)
      for (let at = Number.parseInt(from, 16); at < end; at += PIECE - overlap) {
        let read = 0
        try {
          read = readSync(memory, piece, 0, Math.min(PIECE, end - at), at)
        } catch {
          // A page that is not there.
        }
        const bytesRead = piece.subarray(0, read)
        for (const { text, bytes } of sought) if (!found.has(text) && bytesRead.includes(bytes)) found.add(text)
      }
    }
    return texts.filter((text) => found.has(text))
  } finally {
    closeSync(memory)
  }
}

/** The memory of another process is only read by root on Linux. */
export const canReadMemory = process.platform === 'linux' && process.getuid?.() === 0
