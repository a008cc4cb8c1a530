import { reasonsToLook } from '#features/laboratory/rules.ts'
import { listLabTestRequests, countSamples, listSamples, listSamplesOfProcess, moveSamples } from '#features/laboratory/contract.ts'
import { approveResults, enterResults, getEntry, getLabCounts, getWorklist } from '#features/laboratory/contract-results.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { Random } from '../../../../db/seed/random.ts'
import type { Case } from './floor.ts'
import type { Work } from './facility.ts'
import { isRefused, type Person } from './person.ts'
import { moveTo } from './visits.ts'

/** Something that may well be found: mostly within the range, and always what the test can say. */
const resultOf = ({ panel, reference_range: range }: ResponseOf<typeof getEntry>[number], dice: Random): string | null => {
  if (panel.kind === 'calculated') return null
  if (panel.kind === 'text') return 'Nothing abnormal seen.'
  if (panel.kind === 'qualitative') return panel.choices.find(({ flag }) => flag === 'normal')?.value ?? panel.choices[0]?.value ?? null
  const low = Number(range?.low ?? 1)
  const high = Number(range?.high ?? Math.max(low * 2, 5))
  return (low + (high - low) * (0.1 + 0.8 * dice.next())).toFixed(panel.decimals ?? 1)
}

const toMove = (samples: readonly ResponseOf<typeof listSamplesOfProcess>[number][]) => samples.map(({ id, version }) => ({ id, version }))
const moveTubes = async (person: Person, one: Case, to: 'collected' | 'received') => {
  const samples = await person.ask(listSamplesOfProcess, { params: { process_id: one.process } })
  const waiting = samples.filter(({ state }) => state === (to === 'collected' ? 'to collect' : 'collected'))
  if (waiting.length === 0) return
  await person.write(
    {
      kind: to === 'collected' ? 'samples collected' : 'samples received',
      what: (moved) => ({ id: one.process, samples: moved.map(({ id }) => id) }),
    },
    moveSamples,
    { body: { samples: toMove(waiting), to } },
  )
}

const enter = async (person: Person, one: Case) => {
  const rows = await person.ask(getEntry, { params: { process_id: one.process } })
  const results = rows
    .filter(({ state, cancelled_at }) => cancelled_at === null && !['approved', 'entered'].includes(state))
    .flatMap((row) => {
      const result = resultOf(row, person.dice)
      return result === null ? [] : [{ request_panel: row.id, result, version: row.version }]
    })
  if (results.length === 0) return
  await person.think(results.length * 3)
  await person.write({ kind: 'results', what: (panels) => ({ id: one.process, panels: panels.map(({ id }) => id) }) }, enterResults, {
    body: { results },
  })
}

/** A technician: blood is drawn, received, and what was found is entered. */
export const examine: Work = async (person, { floor }) => {
  person.turnTo()
  await Promise.all([
    person.read(getLabCounts, { query: {} }),
    person.read(countSamples, { query: {} }),
    person.read(listSamples, { query: { state: 'to collect', limit: 25 } }),
  ])
  await person.think(8)
  const one = floor.next('laboratory', person.number)
  if (!one) return person.think(15)
  await moveTubes(person, one, 'collected')
  await person.think(30)
  await moveTubes(person, one, 'received')
  await moveTo(person, one, 'awaiting result')
  person.turnTo()
  await person.read(getWorklist, { query: { show: 'work', limit: 100 } })
  await person.think(20)
  await enter(person, one)
  floor.send('approval', one)
}

/** The manager of the laboratory: what was entered is looked at and approved. */
export const approve: Work = async (person, { floor }) => {
  person.turnTo()
  await Promise.all([
    person.read(getWorklist, { query: { show: 'approve', limit: 100 } }),
    ...(person.dice.chance(0.3) ? [person.read(listLabTestRequests, { query: { limit: 25 } })] : []),
  ])
  await person.think(8)
  const one = floor.next('approval', person.number)
  if (!one) return person.think(15)
  const rows = await person.ask(getEntry, { params: { process_id: one.process } })
  const entered = rows.filter(({ state }) => state === 'entered')
  const looks = entered.filter(({ current }) => current && reasonsToLook(current).length > 0)
  const panels = entered.filter((row) => !looks.includes(row)).map(({ id, version }) => ({ id, version }))
  await person.think(15)
  // What no range covers, or an analyser commented on, is looked at and approved by itself.
  for (const share of [panels, ...looks.map(({ id, version }) => [{ id, version, acknowledged: true }])].filter(({ length }) => length > 0))
    await person
      .write(
        { kind: 'results approved', what: (all) => ({ id: one.process, panels: all.map(({ id }) => id) }) },
        approveResults,
        { body: { panels: share } },
        { may: ['inputs_open', 'one_by_one'] },
      )
      .catch((error: unknown) => {
        if (!isRefused(error, 'inputs_open') && !isRefused(error, 'one_by_one')) throw error
      })
  await moveTo(person, one, 'added result')
  floor.send('results', one)
}
