import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect as dial } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { frame } from '#features/analysers/protocol/mllp.ts'
import { asOwner } from '#platform/db/owner.ts'
import { startEmbedded } from '#platform/db/embedded.ts'
import { prepareDatabase } from '#platform/db/prepare.ts'
import { jobs } from '../../src/runtime/jobs.ts'
import { wholeOption } from '../../tools/options.ts'
import { measure, type Figures } from './figures/measure.ts'
import { startProgram } from './server/program.ts'

const PORT = 47_601
const RESULTS = 6

let serial = 0
const message = () => {
  serial += 1
  const results = Array.from(
    { length: RESULTS },
    (_none, at) => `OBX|${at + 1}|NM|C${at}^Test ${at}||${(serial % 90) / 10}|mmol/L|||||F|||20260302080000\r`,
  )
  return frame(
    `MSH|^~\\&|BENCH|LAB|KLINIKI||20260302080000||ORU^R01^ORU_R01|B${serial}|P|2.5.1\rOBR|1|S${serial}|S${serial}|P^Panel\r${results.join('')}`,
  )
}

/** An instrument: sends a message and waits for its answer. True when that is AA. */
const instrument = async () => {
  const socket = dial({ port: PORT, host: '127.0.0.1' })
  await once(socket, 'connect')
  socket.setNoDelay(true)
  let heard = ''
  return {
    send: async () => {
      heard = ''
      socket.write(message())
      while (!heard.includes('\u001C')) heard += String((await once(socket, 'data'))[0])
      return heard.includes('MSA|AA')
    },
    close: () => socket.destroy(),
  }
}

const connected = async () => {
  for (let tries = 0; ; tries++)
    try {
      return await instrument()
    } catch (error) {
      if (tries > 200) throw error
      await sleep(50)
    }
}

/** How fast results of so many instruments at once are kept and acknowledged, over `seconds`, by the program as a clinic runs it. */
export const measureListener = async (lanes: number, seconds: number): Promise<Figures & { stored: number }> => {
  const dir = mkdtempSync(join(tmpdir(), 'kliniki-bench-analysers-'))
  const database = await startEmbedded({ dataDir: dir })
  try {
    await prepareDatabase(database.ownerUrl, database.logins, jobs)
    await asOwner(database.ownerUrl, (client) =>
      client.query(
        `insert into lab_equipment (name, protocol, connection, host, port) values ('Bench', 'hl7', 'listen', '127.0.0.1', ${PORT})`,
      ),
    )
    const program = await startProgram(database.ownerUrl, dir)
    const instruments = await Promise.all(Array.from({ length: lanes }, connected))
    await measure({ seconds: 2, lanes: instruments.map(({ send }) => send) })
    const figures = await measure({ seconds, lanes: instruments.map(({ send }) => send) })
    for (const one of instruments) one.close()
    const stored = await asOwner(database.ownerUrl, async (client) => {
      const { rows } = await client.query<{ count: number }>('select count(*)::integer as count from lab_messages')
      return rows[0]!.count
    })
    await program.stop()
    return { ...figures, stored }
  } finally {
    await database.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { lanes: { type: 'string' }, seconds: { type: 'string' } } })
  const figures = await measureListener(wholeOption('lanes', values.lanes, 16, 1), wholeOption('seconds', values.seconds, 20, 1))
  process.stdout.write(`${JSON.stringify(figures)}\n`)
}
