import { ActionIcon, Button, Kbd, Tooltip } from '@mantine/core'
import { IconPin, IconPinnedFilled, IconUserPlus } from '@tabler/icons-react'
import { trackWord } from '#features/attendance/web/visit-name.tsx'
import { minutes } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Bold, MARK } from './bold.tsx'
import { filters, countOnSite, isCritical, isOver, onSite, type ColumnKey, type Filter } from './board-rules.ts'
import type { LiveBoard } from './use-board.ts'
import boardStyles from './board.module.css'
import boardPhoneStyles from './board-phone.module.css'

/** The house in one line; nothing is claimed while the list could not be fetched. */
const BoardSummary = ({ board, track, onQueue }: Pick<Props, 'board' | 'track' | 'onQueue'>) => {
  if (board.isLoading) return t('Loading')
  if (board.error) return t('The list could not be loaded')
  const { people, inpatients, mean, longest } = countOnSite(board.visits, board.now)
  return (
    <>
      <Bold
        text={t('{count, plural, one {{mark} patient on site} other {{mark} patients on site}}', { mark: MARK, count: people })}
        values={[people]}
      />
      {inpatients > 0 && (
        <>
          {' · '}
          <button type="button" className={`plain ${boardStyles.boardLink}`} onClick={() => onQueue('inpatient')}>
            {t('{count, plural, one {# inpatient} other {# inpatients}}', { count: inpatients })}
          </button>
        </>
      )}
      {mean !== null && (
        <>
          {' · '}
          <Bold text={t('average wait {span}', { span: MARK })} values={[minutes(mean)]} />
        </>
      )}
      {longest && track === null && (
        <span className={`not-phone ${boardStyles.rxLongest}`}>
          {' · '}
          <Bold
            text={t('longest wait {span}, {track}', { span: MARK, track: trackWord(longest.column) })}
            values={[minutes(longest.minutes)]}
          />
        </span>
      )}
    </>
  )
}

interface FilterProps {
  board: LiveBoard
  /** The queue that is shown alone. */
  track: ColumnKey | null
  filter: Filter
  onFilter: (filter: Filter) => void
}

/** Everyone, or only those who cannot wait, or who wait too long. */
export const FilterControl = ({ board: { visits: all, columns, targets, now }, track, filter, onFilter }: FilterProps) => {
  const visits = onSite(track === null ? all : (columns.get(track) ?? []), now)
  const count = {
    everyone: '',
    critical: visits.filter(isCritical).length,
    over: visits.filter((visit) => isOver(visit, targets, now)).length,
  }
  const words = { everyone: t('Everyone'), critical: t('Critical'), over: t('Over target') }
  return (
    <ChoiceField
      className={`num no-print phone-full ${boardPhoneStyles.rxFilter}`}
      aria-label={t('Show')}
      data={filters.map((value) => ({ value, label: `${words[value]} ${count[value]}`.trim() }))}
      value={filter}
      onChange={onFilter}
    />
  )
}

interface Props extends FilterProps {
  isPinned: boolean
  onPin: () => void
  onQueue: (column: ColumnKey | null) => void
  /** Absent when this person may not. */
  onRegister?: () => void
  onStart?: () => void
}

/** Title, counts, filter, and what the desk does most. */
export const BoardHead = ({ board, filter, onFilter, track, isPinned, onPin, onQueue, onRegister, onStart }: Props) => {
  const pin = isPinned ? t('Remove as start view') : t('Set as start view')
  const Pin = isPinned ? IconPinnedFilled : IconPin
  return (
    <header className={`in-row wrap gap-4-5 pad-5-6 ${boardStyles.rxHead}`}>
      <div className="grow">
        <span className="row">
          <h1>{track ? t('Queue: {track}', { track: trackWord(track) }) : t('Live board')}</h1>
          <Tooltip
            label={
              <>
                {pin} <Kbd>P</Kbd>
              </>
            }
          >
            <ActionIcon aria-label={pin} aria-pressed={isPinned} onClick={onPin} size={28}>
              <Pin size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </span>
        <p className="t3 num">
          <BoardSummary board={board} track={track} onQueue={onQueue} />
        </p>
      </div>
      {track && (
        <Button className="not-phone" onClick={() => onQueue(null)} rightSection={<Kbd>Q</Kbd>}>
          {t('Whole board')}
        </Button>
      )}
      {board.visits.length > 0 && <FilterControl board={board} track={track} filter={filter} onFilter={onFilter} />}
      {(onRegister || onStart) && (
        <span className={`flex gap-4 no-print ${boardStyles.rxActions}`}>
          {onRegister && (
            <Button
              leftSection={<IconUserPlus size={16} stroke={1.75} aria-hidden />}
              rightSection={<Kbd className="not-phone">N</Kbd>}
              onClick={onRegister}
              aria-keyshortcuts="N"
            >
              {t('Register patient')}
            </Button>
          )}
          {onStart && (
            <Button variant="filled" rightSection={<Kbd className="not-phone">V</Kbd>} onClick={onStart} aria-keyshortcuts="V">
              {t('Start visit')}
            </Button>
          )}
        </span>
      )}
    </header>
  )
}
