import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { measure, measurementOf, panels } from './simulate-analyser/panels.ts'
import { astmSession, hl7Session, type Order, type Session } from './simulate-analyser/session.ts'

const USAGE = `Plays an instrument of the laboratory, for training and tests.

  npm run simulate:analyser -- --port N [options]

  --host H            where Kliniki listens (127.0.0.1), or where to listen in server mode
  --port N            the port
  --protocol P        hl7 (default) or astm
  --mode M            client (default): calls Kliniki; server: waits to be called
  --accession X       send results for the sample of this number; may be repeated
  --panel P           what is measured: ${Object.keys(panels).join(', ')} (FBC)
  --from-orders       wait for orders, and send results of what was ordered
  --ask               ask first what is to be done on each sample (astm), and answer that
  --controls LOT      measure control material of this lot
  --count N           so many messages for each sample (1)
  --rate N            so many messages a second (1)
  --malformed         send something that cannot be read, too
  --sender NAME       how it names itself (SIMULATOR)`

const stopWith = (sentence: string): never => {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

const readArguments = () => {
  try {
    const { values } = parseArgs({
      options: {
        host: { type: 'string', default: '127.0.0.1' },
        port: { type: 'string' },
        protocol: { type: 'string', default: 'hl7' },
        mode: { type: 'string', default: 'client' },
        accession: { type: 'string', multiple: true, default: [] },
        panel: { type: 'string', default: 'FBC' },
        'from-orders': { type: 'boolean', default: false },
        ask: { type: 'boolean', default: false },
        controls: { type: 'string' },
        count: { type: 'string', default: '1' },
        rate: { type: 'string', default: '1' },
        malformed: { type: 'boolean', default: false },
        sender: { type: 'string', default: 'SIMULATOR' },
        help: { type: 'boolean', default: false },
      },
    })
    return values
  } catch (error) {
    return stopWith(`${(error as Error).message}\n\n${USAGE}`)
  }
}

const options = readArguments()
if (options.help) {
  process.stdout.write(`${USAGE}\n`)
  process.exit(0)
}
const [port, count, rate] = [Number(options.port), Number(options.count), Number(options.rate)]
if (!(Number.isInteger(port) && port > 0 && port < 65_536)) stopWith(`--port is a number from 1 to 65535.\n\n${USAGE}`)
if (!(Number.isInteger(count) && count > 0)) stopWith('--count is a whole number, 1 or more.')
if (!(rate > 0)) stopWith('--rate is a number above zero.')
if (!['hl7', 'astm'].includes(options.protocol)) stopWith('--protocol is hl7 or astm.')
if (!['client', 'server'].includes(options.mode)) stopWith('--mode is client or server.')
const panel = panels[options.panel.toUpperCase()] ?? stopWith(`--panel is one of ${Object.keys(panels).join(', ')}.`)

const say = (line: string) => process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)
const isWaiting = options['from-orders'] || options.ask

const resultsFor = (accession: string, codes: readonly string[], isControl = false) => ({
  accession,
  isControl,
  values: codes.map((code) => {
    const measurement = measurementOf(code)
    return { measurement, value: measure(measurement, isControl) }
  }),
})

const answerOrder = async (session: Session, { accession, codes }: Order) => {
  say(`Ordered on ${accession}: ${codes.join(', ') || 'nothing'}`)
  if (codes.length === 0) return
  await sleep(1000 / rate)
  session.sendResults(resultsFor(accession, codes))
}

const work = async (session: Session) => {
  const codes = panel.map(({ code }) => code)
  const send = async (accession: string, isControl: boolean) => {
    for (let at = 0; at < count; at++) {
      session.sendResults(resultsFor(accession, codes, isControl))
      await sleep(1000 / rate)
    }
  }
  if (options.malformed) session.sendRubbish()
  if (options.controls !== undefined) await send(options.controls, true)
  for (const accession of options.accession)
    if (options.ask) session.ask(accession)
    else await send(accession, false)
  if (isWaiting) say('Waiting for orders; end with Ctrl-C')
}

const begin = async (socket: Socket) => {
  say(`On the line with ${socket.remoteAddress}:${socket.remotePort}`)
  socket.on('error', (error) => say(`The line broke: ${error.message}`))
  socket.once('close', () => {
    say('The line is closed')
    if (options.mode === 'client') process.exit(0)
  })
  const create = options.protocol === 'hl7' ? hl7Session : astmSession
  const session: Session = create({ socket, sender: options.sender, say, onOrder: (order) => void answerOrder(session, order) })
  await work(session)
  if (isWaiting || options.mode === 'server') return
  const sent =
    count * (options.accession.length + (options.controls === undefined ? 0 : 1)) +
    (options.malformed && options.protocol === 'hl7' ? 1 : 0)
  for (let tries = 0; tries < 500 && session.answered() < sent; tries++) await sleep(20)
  say(`${session.answered()} of ${sent} messages were answered`)
  socket.end()
}

if (options.mode === 'server') {
  createServer((socket) => void begin(socket))
    .on('error', (error) => stopWith(error.message))
    .listen(port, options.host, () => say(`Waiting to be called on ${options.host}:${port}`))
} else {
  const socket = connect({ port, host: options.host })
  socket.once('error', (error) => stopWith(`Nobody answers on ${options.host}:${port}: ${error.message}`))
  socket.once('connect', () => {
    socket.removeAllListeners('error')
    void begin(socket)
  })
}
