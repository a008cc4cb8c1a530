import { reasonsToLook } from '#features/laboratory/rules.ts'
import { IconAlertOctagon, IconAlertTriangle, IconArrowDown, IconArrowUp, IconMessage, IconRobot, type Icon } from '@tabler/icons-react'
import { memo, type KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { ListedAllergies } from '#features/patients/web/listed-allergy-status.tsx'
import type { Flag } from '#features/laboratory/contract-fields.ts'
import { ageOf, minutes, sex } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { flagTone, PriorityMark } from '../lab-labels.tsx'
import type { Step } from './grid-moves.ts'
import { ResultBox } from '../results/result-box.tsx'
import type { ResultItem, RowItems } from '../results/result-items.ts'
import { isOpen, type GridRow } from '../results/work-rows.ts'
import { doubtWord, originWord } from '../results/labels.ts'
import type { WorkCell, WorkPanel } from '../results/work-types.ts'
import resultsStyles from '../results/results.module.css'
import workStyles from './work.module.css'

export interface Edited {
  column: number
  text: string
  opensWith: 'all' | 'end'
  why: string | null
}
export interface CellActions {
  focus: (row: number, column: number) => void
  keyDown: (event: KeyboardEvent, row: number, column: number) => void
  edit: (row: number, column: number) => void
  type: (text: string) => void
  done: (text: string, step: Step | null) => void
  leave: () => void
}

const signs: Record<Flag, { icon: Icon | null; word: () => string }> = {
  normal: { icon: null, word: () => t('Normal') },
  low: { icon: IconArrowDown, word: () => t('Low') },
  high: { icon: IconArrowUp, word: () => t('High') },
  abnormal: { icon: IconAlertTriangle, word: () => t('Abnormal') },
  'critical low': { icon: IconAlertOctagon, word: () => t('Critically low') },
  'critical high': { icon: IconAlertOctagon, word: () => t('Critically high') },
  critical: { icon: IconAlertOctagon, word: () => t('Critical') },
}

interface FaceProps {
  cell: WorkCell
  item: ResultItem | undefined
}
/** A result in a narrow cell: its flag as colour, sign and a word that is heard and shown when pointed at. */
const Face = ({ cell, item }: FaceProps) => {
  const flag = item ? null : (cell.flag as Flag | null)
  const sign = flag && signs[flag]
  const Sign = sign?.icon
  const text = item ? item.text : (cell.result ?? '')
  const doubt = item || cell.result === null ? null : cellLook(cell)
  return (
    <span className={`in-row justify-end min-w-0 ${resultsStyles.cellFace}`}>
      {cell.origin === 'analyser' && !item && (
        <IconRobot size={12} stroke={1.75} className="t3" role="img" aria-label={originWord('analyser')} />
      )}
      {(item?.comment ?? cell.comment) !== '' && (
        <IconMessage size={12} stroke={1.75} className="t3" role="img" aria-label={t('Comment')} />
      )}
      {doubt && <IconAlertTriangle size={12} stroke={1.75} role="img" aria-label={doubtWord(doubt)} />}
      {Sign && <Sign size={14} stroke={1.75} role="img" aria-label={sign.word()} />}
      <span className="clip">{text}</span>
    </span>
  )
}
/** What has to be seen before approval, besides the flag. */
const cellLook = (cell: WorkCell) => {
  const reasons = reasonsToLook({ ...cell, flag: cell.flag as Flag | null })
  return reasons.length === 0 ? null : reasons.some((reason) => reason !== 'no_range') ? ('remark' as const) : ('no_range' as const)
}
const titleOf = ({ cell, item }: FaceProps, isFree: boolean) => {
  if (item?.why) return item.why
  if (item) return item.isSent ? t('Saving') : t('Not saved yet')
  if (!isFree) return cell.state === 'approved' ? t('Approved') : undefined
  const flag = cell.flag && signs[cell.flag as Flag]?.word()
  const doubt = cell.result === null ? null : cellLook(cell)
  const message = [doubt && doubtWord(doubt), cell.instrument_comment]
  return [flag, cell.is_delta_exceeded && t('Large change'), cell.comment, ...message].filter(Boolean).join(' · ') || undefined
}

interface Props {
  at: number
  line: GridRow
  panels: readonly WorkPanel[]
  items: RowItems | undefined
  /** The column of the cell that the keyboard is at; null: in another row. */
  active: number | null
  edited: Edited | null
  mayEnter: boolean
  waited: number
  isOverdue: boolean
  actions: CellActions
}

const Who = ({ line: { row }, waited, isOverdue }: Pick<Props, 'line' | 'waited' | 'isOverdue'>) => (
  <th scope="row" className={resultsStyles.workWho}>
    <span className="row">
      <Link className="link clip strong" tabIndex={-1} to={`/dashboard/laboratory/visits/${row.process}`}>
        {row.patient_name}
      </Link>
      <PriorityMark priority={row.priority} />
    </span>
    <span className="row small t3 num">
      <span className="clip grow">
        {[row.sample_code, sex(row.gender), ageOf(row)].filter(Boolean).join(' · ')}
        {row.sample_state === 'to collect' && ` · ${t('not collected')}`}
      </span>
      <span
        className={`inline-row rigid gap-1 ${workStyles.wait}`}
        data-tone={isOverdue ? 'attention' : undefined}
        title={isOverdue ? t('Over target time') : undefined}
      >
        {isOverdue && <IconAlertTriangle size={12} stroke={1.75} role="img" aria-label={t('Over target time')} />}
        {minutes(waited)}
      </span>
    </span>
    <ListedAllergies patient={row.patient} />
  </th>
)

/** One line of the grid: drawn anew only when something of it changes. */
export const GridLine = memo(({ at, line, panels, items, active, edited, mayEnter, waited, isOverdue, actions }: Props) => (
  <tr data-row={at} aria-rowindex={at + 2}>
    <Who line={line} waited={waited} isOverdue={isOverdue} />
    {panels.map((panel, column) => {
      const cell = line.cells.get(panel.id)
      const item = items?.[panel.id]
      const isFree = cell !== undefined && isOpen(line.row, cell, panel) && mayEnter
      const isEdited = edited?.column === column
      return (
        <td
          key={panel.id}
          className={`r ${resultsStyles.cell}${panel.kind === 'qualitative' || panel.kind === 'text' ? ` ${resultsStyles.words}` : ''}`}
          data-cell={`${at}-${column}`}
          data-none={cell === undefined || undefined}
          data-closed={(cell && !isFree) || undefined}
          data-broken={(item && item.why !== null) || undefined}
          data-waiting={item !== undefined || undefined}
          data-edited={isEdited || undefined}
          data-tone={item || !cell ? undefined : flagTone(cell.flag as Flag | null)}
          data-delta={(!item && cell?.is_delta_exceeded) || undefined}
          aria-readonly={!isFree || undefined}
          title={cell && titleOf({ cell, item }, isFree)}
          tabIndex={active === column && !isEdited ? 0 : -1}
          onFocus={() => actions.focus(at, column)}
          onKeyDown={(event) => actions.keyDown(event, at, column)}
          onDoubleClick={() => actions.edit(at, column)}
          onPointerUp={(event) => event.pointerType === 'touch' && actions.edit(at, column)}
        >
          {isEdited && cell ? (
            <ResultBox
              label={`${panel.name}: ${line.row.patient_name}`}
              panel={panel}
              text={edited.text}
              opensWith={edited.opensWith}
              isWrong={edited.why !== null}
              describedBy={edited.why === null ? undefined : 'work-why'}
              onType={actions.type}
              onStep={(step, text) => actions.done(text, step)}
              onLeave={(text) => actions.done(text, null)}
              onEscape={actions.leave}
            />
          ) : (
            cell && <Face cell={cell} item={item} />
          )}
        </td>
      )
    })}
    <td className={resultsStyles.fill} aria-hidden />
  </tr>
))
GridLine.displayName = 'GridLine'
