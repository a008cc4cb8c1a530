import { Button, Kbd } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { toast } from '#web/messages/toast.tsx'
import type { SampleRow } from '../lab-types.ts'
import { mayCollect, mayReceive, mayReject } from './collect-groups.ts'
import { printLabels, useSampleActions } from './use-sample-actions.ts'
import styles from '../lab-pages.module.css'

interface Props {
  chosen: readonly SampleRow[]
  /** What a key is about while nothing is selected, too. */
  subjects: readonly SampleRow[]
  onReject: (samples: readonly SampleRow[]) => void
  onClear: () => void
}

interface Action {
  key: string
  label: string
  word: string
  pick: (samples: readonly SampleRow[]) => readonly SampleRow[]
  run: (samples: readonly SampleRow[]) => void
  isMain?: boolean
}

/** What can be done with what is selected, each with its key; the keys work for the tube that the keyboard is at, too. */
export const SelectionBar = ({ chosen, subjects, onReject, onClear }: Props) => {
  const { mayMove, isRunning, collect, receive } = useSampleActions()
  const actions: Action[] = [
    { key: 'L', label: t('Print labels'), word: t('Labels'), pick: (samples) => samples, run: printLabels },
    ...(mayMove
      ? [
          {
            key: 'X',
            label: t('Reject the samples'),
            word: t('Reject'),
            pick: (samples: readonly SampleRow[]) => samples.filter(mayReject),
            run: onReject,
          },
          {
            key: 'R',
            label: t('Receive the samples'),
            word: t('Receive'),
            pick: (samples: readonly SampleRow[]) => samples.filter(mayReceive),
            run: receive,
            isMain: chosen.length > 0 && chosen.every(mayReceive),
          },
          {
            key: 'C',
            label: t('Collect the samples'),
            word: t('Collect'),
            pick: (samples: readonly SampleRow[]) => samples.filter(mayCollect),
            run: collect,
            isMain: chosen.some(mayCollect),
          },
        ]
      : []),
  ]
  const about = (action: Action, samples: readonly SampleRow[]) => {
    const fitting = action.pick(samples)
    if (fitting.length > 0) action.run(fitting)
    else if (samples.length === 0) toast.failed(t('Move to a sample with the arrow keys first.'))
    else toast.failed(t('{action}: not possible in the current status of these samples.', { action: action.label }))
  }
  useKeys([
    ...actions.map((action) => ({ keys: action.key, label: action.label, run: () => about(action, subjects) })),
    ...(chosen.length > 0 ? [{ keys: 'Escape', label: t('Clear selection'), run: onClear, hidden: true }] : []),
  ])
  if (chosen.length === 0) return null
  return (
    <div
      className={`panel flex gap-4 pad-4-5 items-centre wrap sticky layer-2 ${styles.bar} no-print`}
      role="toolbar"
      aria-label={t('Selected samples')}
    >
      <span className="grow num phone-line" role="status">
        {t('{count, plural, one {# sample selected} other {# samples selected}}', { count: chosen.length })}
      </span>
      <Button variant="subtle" color="gray" onClick={onClear}>
        {t('Clear selection')}
      </Button>
      {actions.map((action) => {
        const fitting = action.pick(chosen)
        return (
          fitting.length > 0 && (
            <Button
              key={action.key}
              variant={action.isMain ? 'filled' : 'default'}
              loading={isRunning && action.isMain === true}
              aria-keyshortcuts={action.key}
              rightSection={<Kbd className="not-phone">{action.key}</Kbd>}
              onClick={() => action.run(fitting)}
            >
              {fitting.length < chosen.length ? `${action.word} (${fitting.length})` : action.word}
            </Button>
          )
        )
      })}
    </div>
  )
}
