import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core'
import { IconRepeat, IconX } from '@tabler/icons-react'
import { pregnancyWords, type PregnancyOnScreen } from '#features/patients/web/pregnancy-status.tsx'
import { money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Note, Status } from '#web/ui/status.tsx'
import { priorities } from '../contract-fields.ts'
import { doubles, keyOf, type Chosen, type ChosenChange, type ChosenTest } from './chosen-tests.ts'
import { priorityWord } from './lab-labels.tsx'
import { usePrices } from './use-prices.ts'
import styles from './tests.module.css'

const Line = ({ test, twice, onChange }: { test: ChosenTest; twice: readonly string[]; onChange: (change: ChosenChange) => void }) => {
  const { mayPrice, priceOf } = usePrices()
  const price = priceOf(test)
  return (
    <li className={`in-row gap-4 pad-3-0 divided ${styles.test}`}>
      <span className="stack min-w-0 grow">
        <span className="break-anywhere semi">{test.name}</span>
        {test.kind === 'profile' && (
          <span className="small t3 clip" title={test.panels.map(({ name }) => name).join(', ')}>
            {test.panels.map(({ name }) => name).join(', ')}
          </span>
        )}
        {twice.length > 0 && (
          <Status tone="attention" icon={IconRepeat}>
            <span className="clip" title={twice.join(', ')}>
              {twice.length === test.panels.length
                ? t('Repeat: already requested in this visit')
                : t('Repeat: this visit already has {tests}', { tests: twice.join(', ') })}
            </span>
          </Status>
        )}
      </span>
      {mayPrice && (
        <span className="num small t2">{test.item === null ? t('charged per test') : price === null ? t('no price') : money(price)}</span>
      )}
      <ActionIcon
        size={24}
        aria-label={t('Remove {title}', { title: test.name })}
        onClick={() => onChange({ kind: 'remove', key: keyOf(test) })}
      >
        <IconX size={14} aria-hidden />
      </ActionIcon>
    </li>
  )
}

interface Props {
  chosen: Chosen
  /** The tests that the visit has. */
  current: ReadonlySet<number>
  gender: string | undefined
  /** As the record has it: the box begins with it. */
  pregnancy: PregnancyOnScreen | null
  failure: string | null
  onChange: (change: ChosenChange) => void
}

/** What is chosen and not asked for yet, with what holds of all of it: how urgent, fasting, pregnant, a remark. */
export const ChosenPanel = ({ chosen, current, gender, pregnancy, failure, onChange }: Props) => {
  const { tests, priority, isFasting, isPregnant, note } = chosen
  if (tests.length === 0) return null
  const isOnRecord = pregnancy?.state === 'pregnant'
  const set = (values: Partial<Omit<Chosen, 'tests'>>) => onChange({ kind: 'set', values })
  return (
    <div className="stack gap-4">
      <ul className="bare-list" aria-label={t('Not sent yet')}>
        {tests.map((test) => (
          <Line key={keyOf(test)} test={test} twice={doubles(test, current)} onChange={onChange} />
        ))}
      </ul>
      <ChoiceField
        label={t('Urgency')}
        data={priorities.map((value) => ({ value, label: priorityWord(value) }))}
        value={priority}
        onChange={(next) => set({ priority: next })}
      />
      <div className="row gap-6">
        <Checkbox label={t('Fasting')} checked={isFasting} onChange={(event) => set({ isFasting: event.currentTarget.checked })} />
        {(gender === 'female' || isOnRecord) && (
          <Checkbox
            label={isOnRecord ? pregnancyWords(pregnancy) : t('Pregnant')}
            checked={isPregnant ?? isOnRecord}
            onChange={({ currentTarget: { checked } }) => set({ isPregnant: checked === isOnRecord ? null : checked })}
          />
        )}
        <span className="grow" />
        {tests.length > 1 && (
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => onChange({ kind: 'clear' })}>
            {t('Clear all')}
          </Button>
        )}
      </div>
      <TextInput
        aria-label={t('Note for the laboratory')}
        placeholder={t('Note for the laboratory')}
        maxLength={500}
        value={note}
        onChange={(event) => set({ note: event.currentTarget.value })}
      />
      {failure && (
        <Note tone="critical" alert>
          {failure}
        </Note>
      )}
    </div>
  )
}
