import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ConfigurationError } from '#platform/config.ts'
import { wholeOption } from '../../tools/options.ts'
import { appointmentReads, appointmentWrites } from './acts/appointments.ts'
import { clinicalReads, clinicalWrites } from './acts/clinical.ts'
import { compare, type Comparison } from './figures/compare.ts'
import { measureEvents } from './figures/event-latency.ts'
import { runDay } from './day/run.ts'
import { firstLoad } from './figures/first-load.ts'
import { machine } from './figures/machine.ts'
import { type BenchServer, type BenchServerOptions, withBenchServer } from './server/bench-server.ts'
import { moneyReads, moneyWrites } from './acts/money.ts'
import {
  aloneTable,
  type Appointments,
  type Clinical,
  comparisonTable,
  type FrontDesk,
  type Growth,
  growthTable,
  type Laboratory,
  type Money,
  reportTable,
  results,
  saveResult,
  type Stock,
  writePage,
} from './figures/report.ts'
import { measureAppointments } from './areas/run-appointments.ts'
import { AROUND_ASSISTANT, assistantTables, errorsIn, measureAssistant, writeAssistant } from './areas/run-assistant.ts'
import { measureClinical } from './areas/run-clinical.ts'
import { measureLaboratory } from './areas/run-laboratory.ts'
import { measureMoney } from './areas/run-money.ts'
import { measureStock } from './areas/run-stock.ts'
import { frontDesk, type Scenario, searches } from './acts/scenarios.ts'
import { dispensingReads, dispensingWrites } from './acts/dispensing.ts'
import { laboratoryReads, laboratoryWrites } from './acts/laboratory.ts'
import { stockReads, stockWrites } from './acts/stock.ts'

const PATIENTS = 100_000
const VISITS_EACH = 3
const MILLION = 1_000_000

const say = (line: string) => void process.stdout.write(`${line}\n`)

const readArguments = () => {
  const { values } = parseArgs({
    options: {
      patients: { type: 'string' },
      seconds: { type: 'string' },
      connections: { type: 'string' },
      data: { type: 'string' },
      only: { type: 'string' },
      million: { type: 'boolean', default: false },
      profile: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
    },
  })
  // Small and short, to see that everything works; its figures mean nothing.
  const usual = values.quick ? { patients: 4000, seconds: 1 } : { patients: PATIENTS, seconds: 5 }
  const patients = wholeOption('patients', values.patients, usual.patients, 1, MILLION)
  return {
    million: values.million,
    only: values.only,
    isQuick: values.quick,
    isWhole: patients === PATIENTS && !values.profile && !values.quick,
    app: {
      size: { patients, visits: patients * VISITS_EACH },
      dir: values.data,
      lanes: wholeOption('connections', values.connections, 16, 1, 64),
      seconds: wholeOption('seconds', values.seconds, usual.seconds, 1, 60),
      profile: values.profile,
      say,
    } satisfies BenchServerOptions,
  }
}

const runAll = async (app: BenchServer, scenarios: readonly Scenario[]): Promise<Comparison[]> => {
  const comparisons: Comparison[] = []
  for (const scenario of scenarios) {
    const comparison = await compare(app, scenario)
    const { http, direct, ratio, name, processor } = comparison
    say(
      `  ${name}: ${http.per_second}/s, p50 ${http.p50}, p95 ${http.p95}, p99 ${http.p99} ms, ${http.errors + direct.errors} errors; without HTTP ${direct.per_second}/s (${ratio}); processor ${processor.server} + ${processor.database} ms`,
    )
    comparisons.push(comparison)
  }
  return comparisons
}

const runFrontDesk = (options: BenchServerOptions, scenarios: readonly Scenario[]): Promise<FrontDesk> =>
  withBenchServer(options, async (app) => {
    const { size, lanes, seconds } = options
    say(`Measuring with ${lanes} connections, ${seconds} s each`)
    const comparisons = await runAll(app, scenarios)
    const events = await measureEvents(app.port, app.direct, app.tokens())
    say(`  news of a move: p50 ${events.p50}, p95 ${events.p95} ms, ${events.errors} errors`)
    // The connections of the measurement itself do not count.
    await app.direct.close()
    await sleep(1000)
    const memory = { idle: app.idleMemory, after: app.memory() }
    say(`  memory: ${memory.idle} MB idle, ${memory.after} MB after`)
    return {
      at: new Date().toISOString(),
      machine: machine(app.postgres),
      size,
      lanes,
      seconds,
      comparisons,
      events,
      memory,
      first_load: firstLoad(),
    }
  })

const runGrowth = async (options: BenchServerOptions, large: number): Promise<Growth> => {
  const at = async (patients: number) => {
    const size = { patients, visits: 0 }
    return withBenchServer({ ...options, size, dir: undefined }, (app) => runAll(app, searches))
  }
  const small = await at(options.size.patients)
  const big = await at(large)
  return {
    at: new Date().toISOString(),
    size: { small: options.size.patients, large },
    searches: small.map(({ name, http, processor }, i) => {
      const other = big[i] ?? { http, processor }
      return {
        name,
        small: http,
        large: other.http,
        times: Math.round((other.http.p50 / http.p50) * 100) / 100,
        database: { small: processor.database, large: other.processor.database },
      }
    }),
  }
}

const runMoney = (options: BenchServerOptions, wanted: (name: string) => boolean, plansInto: string): Promise<Money> =>
  withBenchServer(options, async (app) => {
    const { size, lanes, seconds } = options
    say(`Measuring the till with ${lanes} connections, ${seconds} s each`)
    const figures = await measureMoney(app, wanted, runAll, say, plansInto)
    return { at: new Date().toISOString(), machine: machine(app.postgres), size, lanes, seconds, ...figures }
  })

const runClinical = (options: BenchServerOptions, wanted: (name: string) => boolean): Promise<Clinical> =>
  withBenchServer(options, async (app) => {
    const { size, lanes, seconds } = options
    say(`Measuring the clinical visit, alone and with ${lanes} connections, ${seconds} s each`)
    const figures = await measureClinical(app, wanted, runAll, say)
    return { at: new Date().toISOString(), machine: machine(app.postgres), size, lanes, seconds, ...figures }
  })

const runAppointments = (options: BenchServerOptions, wanted: (name: string) => boolean): Promise<Appointments> =>
  withBenchServer(options, async (app) => {
    const { size, lanes, seconds } = options
    say(`Measuring appointments, alone and with ${lanes} connections, ${seconds} s each`)
    const figures = await measureAppointments(app, wanted, runAll, say)
    return { at: new Date().toISOString(), machine: machine(app.postgres), size, lanes, seconds, ...figures }
  })

/** The stores are large, so that the rest of the clinic may be small. */
const AROUND_STOCK = { patients: 2000, visits: 6000, withStock: true } as const
const runStock = (options: BenchServerOptions, wanted: (name: string) => boolean): Promise<Stock> =>
  withBenchServer({ ...options, size: AROUND_STOCK, dir: undefined }, async (app) => {
    const { lanes, seconds } = options
    say(`Measuring the stores, alone and with ${lanes} connections, ${seconds} s each`)
    const figures = await measureStock(app, wanted, runAll, say)
    return { at: new Date().toISOString(), machine: machine(app.postgres), size: AROUND_STOCK, lanes, seconds, ...figures }
  })

/** Three years of a busy laboratory in a clinic that is small otherwise. */
const AROUND_LABORATORY = { patients: 4000, visits: 12_000, withLaboratory: true } as const
const runLaboratory = (options: BenchServerOptions, wanted: (name: string) => boolean): Promise<Laboratory> =>
  withBenchServer({ ...options, size: AROUND_LABORATORY, dir: undefined }, async (app) => {
    const { lanes, seconds } = options
    say(`Measuring the laboratory, alone and with ${lanes} connections, ${seconds} s each`)
    const figures = await measureLaboratory(app, wanted, runAll, say)
    return { at: new Date().toISOString(), machine: machine(app.postgres), size: AROUND_LABORATORY, lanes, seconds, ...figures }
  })

/** A million visits, of which a tenth are made and then told again for earlier years. */
const runAssistant = (options: BenchServerOptions, isQuick: boolean) =>
  withBenchServer({ ...options, size: isQuick ? AROUND_ASSISTANT.quick : AROUND_ASSISTANT.whole, dir: undefined }, async (app) => {
    say('Measuring the assistant, one question after the other and four at once')
    return { figures: await measureAssistant(app, say), machine: machine(app.postgres) }
  })

const laboratoryNames = [...laboratoryReads, ...laboratoryWrites].map(({ name }) => name)
const stockNames = [...stockReads, ...stockWrites, ...dispensingReads, ...dispensingWrites].map(({ name }) => name)
const appointmentNames = [...appointmentReads, ...appointmentWrites].map(({ name }) => name)
const clinicalNames = [...clinicalReads, ...clinicalWrites].map(({ name }) => name)
const moneyNames = [...[...moneyReads, ...moneyWrites].map(({ name }) => name), 'reports', 'plans']

const errorsOf = (comparisons: readonly Comparison[]) => comparisons.reduce((sum, { http, direct }) => sum + http.errors + direct.errors, 0)

const run = async () => {
  if (process.argv[2] === 'day') return runDay(process.argv.slice(3))
  const { app, only, million, isWhole, isQuick } = readArguments()
  if (million) {
    const growth = await runGrowth(app, app.size.patients * 10)
    say(growthTable(growth))
    if (isWhole) saveResult('growth', growth)
  } else {
    // What was measured in part is not kept.
    const isKept = (names: readonly string[]) => isWhole && names.every(wanted)
    const wanted = (name: string) => only === undefined || only.split(',').some((part) => name.includes(part.trim()))
    const chosen = frontDesk.filter(({ name }) => wanted(name))
    if (chosen.length > 0) {
      const result = await runFrontDesk(app, chosen)
      say(comparisonTable(result.comparisons))
      if (errorsOf(result.comparisons) + (result.events?.errors ?? 0) > 0) process.exitCode = 1
      if (isKept(frontDesk.map(({ name }) => name))) saveResult('front-desk', result)
    }
    // In a house of its own: what the front desk has started would stand in the cashier's queue.
    if (moneyNames.some(wanted)) {
      const result = await runMoney(app, wanted, isKept(moneyNames) ? results : tmpdir())
      say(comparisonTable(result.comparisons))
      say(reportTable(result.reports))
      if (errorsOf([...result.comparisons]) + result.reports.reduce((sum, { errors }) => sum + errors, 0) > 0) process.exitCode = 1
      if (isKept(moneyNames)) saveResult('money', result)
    }
    if (clinicalNames.some(wanted)) {
      const result = await runClinical(app, wanted)
      say(aloneTable(result.alone))
      say(comparisonTable(result.comparisons))
      if (errorsOf(result.comparisons) + result.alone.reduce((sum, { errors }) => sum + errors, 0) > 0) process.exitCode = 1
      if (isKept(clinicalNames)) saveResult('clinical', result)
    }
    if (appointmentNames.some(wanted)) {
      const result = await runAppointments(app, wanted)
      say(aloneTable(result.alone))
      say(comparisonTable(result.comparisons))
      if (errorsOf(result.comparisons) + result.alone.reduce((sum, { errors }) => sum + errors, 0) > 0) process.exitCode = 1
      if (isKept(appointmentNames)) saveResult('appointments', result)
    }
    if (stockNames.some(wanted)) {
      const result = await runStock(app, wanted)
      say(aloneTable(result.alone))
      say(comparisonTable(result.comparisons))
      if (errorsOf(result.comparisons) + result.alone.reduce((sum, { errors }) => sum + errors, 0) > 0) process.exitCode = 1
      if (isKept(stockNames)) saveResult('stock', result)
    }
    if (laboratoryNames.some(wanted)) {
      const result = await runLaboratory(app, wanted)
      say(aloneTable(result.alone))
      say(comparisonTable(result.comparisons))
      if (errorsOf(result.comparisons) + result.alone.reduce((sum, { errors }) => sum + errors, 0) > 0) process.exitCode = 1
      if (isKept(laboratoryNames)) saveResult('laboratory', result)
    }
    if (wanted('assistant')) {
      const { figures, machine } = await runAssistant(app, isQuick)
      say(assistantTables(figures).join('\n'))
      if (errorsIn(figures) > 0) process.exitCode = 1
      if (isWhole) writeAssistant(figures, machine)
    }
  }
  if (isWhole) say(`Written: ${writePage()}`)
}

try {
  await run()
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
