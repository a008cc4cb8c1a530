import { Button, Kbd } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { toast } from '#web/messages/toast.tsx'
import type { SampleRow } from '../lab-types.ts'
import { mayCollect, mayReceive, mayReject } from './collect-groups.ts'
import { printLabels, useSampleDeeds } from './use-sample-deeds.ts'
import styles from '../lab-room.module.css'

interface Props {
  chosen: readonly SampleRow[]
  /** What a key is about while nothing is selected, too. */
  subjects: readonly SampleRow[]
  onReject: (samples: readonly SampleRow[]) => void
  onClear: () => void
}

interface Deed {
  key: string
  label: string
  word: string
  of: (samples: readonly SampleRow[]) => readonly SampleRow[]
  run: (samples: readonly SampleRow[]) => void
  isMain?: boolean
}

/** What can be done with what is selected, each with its key; the keys work for the tube that the keyboard is at, too. */
export const SelectionBar = ({ chosen, subjects, onReject, onClear }: Props) => {
  const { mayMove, isRunning, collect, receive } = useSampleDeeds()
  const deeds: Deed[] = [
    { key: 'L', label: t('Print the labels'), word: t('Labels'), of: (samples) => samples, run: printLabels },
    ...(mayMove
      ? [
          {
            key: 'X',
            label: t('Reject the samples'),
            word: t('Reject'),
            of: (samples: readonly SampleRow[]) => samples.filter(mayReject),
            run: onReject,
          },
          {
            key: 'R',
            label: t('Receive the samples'),
            word: t('Receive'),
            of: (samples: readonly SampleRow[]) => samples.filter(mayReceive),
            run: receive,
            isMain: chosen.length > 0 && chosen.every(mayReceive),
          },
          {
            key: 'C',
            label: t('Collect the samples'),
            word: t('Collect'),
            of: (samples: readonly SampleRow[]) => samples.filter(mayCollect),
            run: collect,
            isMain: chosen.some(mayCollect),
          },
        ]
      : []),
  ]
  const about = (deed: Deed, samples: readonly SampleRow[]) => {
    const fitting = deed.of(samples)
    if (fitting.length > 0) deed.run(fitting)
    else if (samples.length === 0) toast.failed(t('Put the cursor on a sample first: arrows walk through them.'))
    else toast.failed(t('{{deed}}: not at the step where these samples are.', { deed: deed.label }))
  }
  useKeys([
    ...deeds.map((deed) => ({ keys: deed.key, label: deed.label, run: () => about(deed, subjects) })),
    ...(chosen.length > 0 ? [{ keys: 'Escape', label: t('Select nothing'), run: onClear, hidden: true }] : []),
  ])
  if (chosen.length === 0) return null
  return (
    <div className={`panel ${styles.bar} no-print`} role="toolbar" aria-label={t('Selected samples')}>
      <span className="grow num" role="status">
        {t('{{count}} samples selected', { count: chosen.length })}
      </span>
      <Button variant="subtle" color="gray" onClick={onClear}>
        {t('Select nothing')}
      </Button>
      {deeds.map((deed) => {
        const fitting = deed.of(chosen)
        return (
          fitting.length > 0 && (
            <Button
              key={deed.key}
              variant={deed.isMain ? 'filled' : 'default'}
              loading={isRunning && deed.isMain === true}
              aria-keyshortcuts={deed.key}
              rightSection={<Kbd className="not-phone">{deed.key}</Kbd>}
              onClick={() => deed.run(fitting)}
            >
              {fitting.length < chosen.length ? `${deed.word} (${fitting.length})` : deed.word}
            </Button>
          )
        )
      })}
    </div>
  )
}
