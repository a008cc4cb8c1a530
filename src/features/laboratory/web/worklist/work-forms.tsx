import { memo, useMemo, type ClipboardEvent } from 'react'
import { Link } from 'react-router'
import { ListedAllergies } from '#features/patients/web/listed-allergy-status.tsx'
import { ageOf, minutes, sex } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import type { Flag } from '#features/laboratory/contract-fields.ts'
import { ResultMarks } from '../results/result-marks.tsx'
import { FlagMark, flagTone, PriorityMark, SampleStateMark, waitedMinutes } from '../lab-labels.tsx'
import { unitText } from '#features/lab-catalogue/rules.ts'
import type { Step } from './grid-moves.ts'
import { placeColumn, readBlock } from './paste.ts'
import { ResultBox } from '../results/result-box.tsx'
import type { ResultItem, ResultItems, RowItems } from '../results/result-items.ts'
import { useSteady } from '#web/state/use-steady.ts'
import type { CellAt, Pasting } from './work-grid.tsx'
import { isOpen, type GridRow } from '../results/work-rows.ts'
import type { WorkPanel } from '../results/work-types.ts'
import resultsStyles from '../results/results.module.css'
import workStyles from './work.module.css'

interface Actions {
  type: (at: CellAt, text: string) => void
  done: (at: CellAt, text: string) => void
  drop: (at: CellAt) => void
  put: (at: CellAt, text: string) => void
  pasted: (what: Pasting) => void
}

const stepFrom = (id: number, step: Step) => {
  const boxes = [...document.querySelectorAll<HTMLElement>('[data-part="work-cards"] [data-place]')]
  const at = boxes.findIndex((one) => one.dataset['place'] === String(id))
  boxes[at + (step === 'up' || step === 'back' ? -1 : 1)]?.focus()
}

const Test = ({ at, item, mayEnter, actions }: { at: CellAt; item: ResultItem | undefined; mayEnter: boolean; actions: Actions }) => {
  const { cell, panel, line } = at
  const flag = item ? null : (cell.flag as Flag | null)
  const isFree = mayEnter && isOpen(line.row, cell, panel)
  const why = item?.why ?? null
  const id = `work-why-${cell.id}`
  return (
    <li className={`gap-4 items-centre ${resultsStyles.workTest}`} data-tone={flagTone(flag)}>
      <span className="stack min-w-0 leading-s">
        <span className="text-wraps clip" title={panel.name}>
          {panel.name}
        </span>
        <span className="small t3">{unitText(panel.unit)}</span>
      </span>
      {isFree ? (
        <ResultBox
          label={`${panel.name}: ${line.row.patient_name}`}
          panel={panel}
          text={item?.text ?? cell.result ?? ''}
          isFormField
          isWrong={why !== null}
          describedBy={why === null ? undefined : id}
          place={String(cell.id)}
          onType={(text) => actions.type(at, text)}
          onStep={(step, text) => {
            actions.done(at, text)
            stepFrom(cell.id, step)
          }}
          onLeave={(text) => actions.done(at, text)}
          onEscape={() => actions.drop(at)}
        />
      ) : (
        <span className={`strong ${resultsStyles.resultValue} num`}>
          {cell.result ?? (panel.kind === 'calculated' ? t('calculated') : '–')}
        </span>
      )}
      <span className={`min-w-0 phone-span ${resultsStyles.workTestState}`}>
        {why !== null ? (
          <span id={id} role="alert" className="block small critical-text text-wraps">
            {why}
          </span>
        ) : item ? (
          <Status tone="attention">{item.isSent ? t('Saving') : t('Not saved yet')}</Status>
        ) : (
          <>
            <FlagMark flag={flag} />
            {cell.result !== null && <ResultMarks result={cell} />}
          </>
        )}
      </span>
    </li>
  )
}

/** Takes a block for the open boxes of one sample only: nothing slips over to the next patient. One value goes into its box as anywhere. */
const takeBlock = (event: ClipboardEvent, open: readonly CellAt[], actions: Actions) => {
  const from = open.findIndex(({ cell }) => event.target instanceof HTMLElement && event.target.dataset['place'] === String(cell.id))
  const block = readBlock(event.clipboardData.getData('text/plain'))
  if (from < 0 || open[from]!.panel.kind === 'text' || block.flat().length < 2) return
  event.preventDefault()
  const { cells, overflow } = placeColumn(block, from, open.length)
  for (const { place, text } of cells) actions.put(open[place.row]!, text)
  actions.pasted({ taken: cells.length, overflow, closed: 0 })
}

interface CardProps {
  line: GridRow
  panels: ReadonlyMap<number, WorkPanel>
  items: RowItems | undefined
  mayEnter: boolean
  waited: number
  isOverdue: boolean
  actions: Actions
}
const Card = memo(({ line, panels, items, mayEnter, waited, isOverdue, actions }: CardProps) => {
  const { row } = line
  const tests = [...line.cells.values()].flatMap((cell): CellAt[] => {
    const panel = panels.get(cell.test_panel)
    return panel ? [{ line, panel, cell }] : []
  })
  const open = tests.filter(({ cell, panel }) => mayEnter && isOpen(row, cell, panel))
  return (
    <li className={`panel stack gap-4 pad-5-6 ${resultsStyles.workCard}`} data-line={line.key}>
      <header className="row wrap">
        <Link className="link strong" to={`/dashboard/laboratory/visits/${row.process}`}>
          {row.patient_name}
        </Link>
        <span className="t3 num">{[sex(row.gender), ageOf(row), row.patient_number].filter(Boolean).join(' · ')}</span>
        <PriorityMark priority={row.priority} />
        <span className="grow" />
        <span className="small t3 num">{[row.sample_code, row.specimen_name].filter(Boolean).join(' · ')}</span>
        {row.sample_state && <SampleStateMark state={row.sample_state} />}
        <Status tone={isOverdue ? 'attention' : 'waiting'}>{minutes(waited)}</Status>
      </header>
      <ListedAllergies patient={row.patient} />
      {row.note && <p className="t2">{row.note}</p>}
      <ul className={`grid ${workStyles.tests}`} onPaste={(event) => takeBlock(event, open, actions)}>
        {tests.map((at) => (
          <Test key={at.cell.id} at={at} item={items?.[at.cell.test_panel]} mayEnter={mayEnter} actions={actions} />
        ))}
      </ul>
    </li>
  )
})
Card.displayName = 'Card'

interface Props {
  lines: readonly GridRow[]
  panels: readonly WorkPanel[]
  items: ResultItems
  mayEnter: boolean
  now: number
  actions: Actions
}
/** Mixed work, sample by sample: each with the boxes of its own tests. Enter and arrows go from box to box. */
export const WorkForms = ({ lines, panels, items, mayEnter, now, actions: given }: Props) => {
  const actions = useSteady(given)
  const byId = useMemo(() => new Map(panels.map((panel) => [panel.id, panel])), [panels])
  return (
    <ul className="stack gap-5" data-part="work-cards">
      {lines.map((line) => (
        <Card
          key={line.key}
          line={line}
          panels={byId}
          items={items[line.key]}
          mayEnter={mayEnter}
          waited={waitedMinutes(line.row.requested_at, now)}
          isOverdue={line.row.due_at !== null && Date.parse(line.row.due_at) < now}
          actions={actions}
        />
      ))}
    </ul>
  )
}
