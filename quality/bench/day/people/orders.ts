import { createLabTestRequest } from '#features/laboratory/contract.ts'
import { createPrescription } from '#features/prescriptions/contract.ts'
import { checkPrescription, listPrescribableItems } from '#features/prescriptions/contract-writing.ts'
import { listPanels, listProfiles } from '#features/lab-catalogue/contract.ts'
import type { Case } from './floor.ts'
import { type Day, typed } from './facility.ts'
import { isRefused, type Person } from './person.ts'

const directions = ['1 tab od 5/7', '1 tab bd 3/7', '2 tabs tds 3/7', '1 tab nocte 7/7']
const REASON = 'Weighed against the benefit; the patient was told'

/** Asks for tests, each found as it is typed. */
export const requestTests = async (person: Person, { facts }: Day, one: Case): Promise<void> => {
  const { dice } = person
  const profile = facts.profiles.length > 0 && dice.chance(0.7) ? dice.pick(facts.profiles) : null
  const panel = facts.panels.length > 0 && (!profile || dice.chance(0.5)) ? dice.pick(facts.panels) : null
  if (!profile && !panel) return
  await person.ask(listProfiles, { query: { active: 'true' } })
  if (panel) for (const q of typed(panel.name, dice)) await person.ask(listPanels, { query: { q, active: 'true', limit: 20 } })
  await person.think(15)
  const request = await person.write(
    { kind: 'laboratory request', what: ({ panels }) => ({ visit: one.visit, panels: panels.map(({ id }) => id) }) },
    createLabTestRequest,
    {
      body: {
        process: one.process,
        priority: dice.chance(0.15) ? 'urgent' : 'routine',
        // Said on purpose: a test of the profile may have been asked for alone.
        profiles: profile ? [{ profile: profile.id, repeat: true }] : [],
        panels: panel ? [{ test_panel: panel.id, repeat: true }] : [],
      },
    },
  )
  one.tests.push(...request.panels.map(({ id }) => id))
}

interface Warned {
  key: string
}

/** Prescribes one to three drugs, each found as it is typed, checked as it is written. */
export const prescribe = async (person: Person, { facts }: Day, one: Case): Promise<void> => {
  const { dice } = person
  const chosen = [...new Set(Array.from({ length: dice.integer(1, 3) }, () => dice.pick(facts.drugs)))]
  const lines: { item: number; directions: string; quantity?: string }[] = []
  let warnings: Warned[] = []
  for (const drug of chosen) {
    for (const q of typed(drug.name.slice(0, 9), dice))
      await person.ask(listPrescribableItems, { query: { q, attendance_process: one.visit, limit: 10 } })
    await person.think(8)
    lines.push({ item: drug.id, directions: dice.pick(directions) })
    const checked = await person.ask(checkPrescription, { body: { patient: one.patient, attendance_process: one.visit, lines } })
    // What is counted in bottles or tubes is not computed from the directions.
    for (const [at, line] of lines.entries()) if (checked.lines[at]?.quantity === null) line.quantity = '1'
    warnings = [...checked.warnings, ...checked.lines.flatMap((line) => line.warnings)]
  }
  await person.think(10)
  const overrides = [...new Set(warnings.map(({ key }) => key))].map((key) => ({ key, reason: REASON }))
  const send = (against: typeof overrides) =>
    person.write(
      {
        kind: 'prescription',
        what: ({ prescribed_drugs: drugs }) => ({
          visit: one.visit,
          lines: drugs.map(({ id }) => id),
          items: drugs.map(({ item }) => item),
        }),
      },
      createPrescription,
      { body: { attendance_process: one.visit, prescribed_drugs: lines, replace: true, overrides: against } },
      { may: ['unsafe'] },
    )
  try {
    await send(overrides)
  } catch (error) {
    if (!isRefused(error, 'unsafe')) throw error
    const message = (error.body['warnings'] ?? []) as Warned[]
    await send([
      ...overrides,
      ...message.filter(({ key }) => !overrides.some((other) => other.key === key)).map(({ key }) => ({ key, reason: REASON })),
    ])
  }
}
