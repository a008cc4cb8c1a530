import { Button, Checkbox, Radio, TextInput } from '@mantine/core'
import { useState } from 'react'
import { datingName } from '#features/patients/web/pregnancy-name.tsx'
import { gestationWords } from '#features/patients/web/pregnancy-status.tsx'
import type { FormOf } from '#web/forms/checked-form.ts'
import { date, today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { choicesOf, differenceOf, type DatingValues, type PregnancyRecord } from './pregnancy-values.ts'
import { gestationDays } from '../dating.ts'
import styles from './pregnancy.module.css'

/** "due 14 Mar 2027, today 12w 3d"; a due date so far away that nothing has begun has no gestation. */
const dueWords = (edd: string, on: string): string => {
  const days = gestationDays(edd, on)
  return days < 0
    ? t('due {day}', { day: date(edd) })
    : t('due {day}, today {gestation}', { day: date(edd), gestation: gestationWords(days) })
}

interface Props {
  form: FormOf<DatingValues>
  /** The pregnancy that is dated; null for a new one. */
  known: PregnancyRecord | null
  isFirst?: boolean
}

/** Why the rule suggests what it does, where scan and last period both speak. */
const ruleWords = (values: DatingValues, known: PregnancyRecord | null): string | null => {
  const { facts, suggested } = choicesOf(values, known)
  const difference = differenceOf(facts)
  if (difference === null || facts.transfer) return null
  const { days, most } = difference
  if (suggested?.dated_by === 'scan' && days <= most) return t('The day of the last period is not certain: the scan dates the pregnancy.')
  return suggested?.dated_by === 'scan'
    ? t('Scan and last period differ by {days} d, more than {most} d: the scan dates the pregnancy.', { days, most })
    : t('Scan and last period differ by {days} d, at most {most} d is usual: the last period dates the pregnancy.', { days, most })
}

/** The due date that comes of what is typed; of several the suggested one is chosen, another one needs a reason. */
const DueDates = ({ form, known }: Props) => {
  const values = form.getValues()
  const { choices, suggested, chosen, isAgainst } = choicesOf(values, known)
  const rule = ruleWords(values, known)
  const { error: reasonError, ...reason } = form.getInputProps('reason')
  if (!chosen)
    return (
      <p className="t3" role="status">
        {t('No due date yet: enter the last period or a scan.')}
      </p>
    )
  if (choices.length === 1)
    return (
      <p role="status">
        <b className="num">
          {datingName(chosen.dated_by)}: {dueWords(chosen.edd, today())}
        </b>
      </p>
    )
  return (
    <div className="form-stack">
      <Radio.Group
        label={t('Due date')}
        description={rule}
        inputWrapperOrder={['label', 'description', 'input', 'error']}
        value={chosen.dated_by}
        onChange={(method) => form.setFieldValue('dated_by', method)}
      >
        <div className="stack gap-4 pt-4">
          {choices.map(({ dated_by: method, edd }) => (
            <Radio
              key={method}
              value={method}
              label={
                <span className="num">
                  {datingName(method)}: {dueWords(edd, today())}
                  {method === suggested?.dated_by && ` · ${t('suggested')}`}
                </span>
              }
            />
          ))}
        </div>
      </Radio.Group>
      {isAgainst && (
        <TextInput
          label={t('Reason for a due date other than the suggested one')}
          required
          maxLength={200}
          autoComplete="off"
          {...reason}
          error={reasonError}
        />
      )}
    </div>
  )
}

/** The scan of an open pregnancy stays on record: a later one is kept beside it and changes no due date. */
const KnownScan = ({ form, known }: { form: FormOf<DatingValues>; known: PregnancyRecord }) =>
  known.scan_on !== null &&
  known.scan_days !== null && (
    <>
      <p className="small t2 num">
        {t('On record: scan of {day}, {gestation}. The earliest scan dates the pregnancy; later scans are kept.', {
          day: date(known.scan_on),
          gestation: gestationWords(known.scan_days),
        })}
      </p>
      {form.getValues().scan_on !== '' && (
        <Checkbox
          label={t('Corrects the scan of {day}', { day: date(known.scan_on) })}
          {...form.getInputProps('is_correction', { type: 'checkbox' })}
        />
      )}
    </>
  )

/** What a pregnancy is dated by, and what comes of it while it is typed. */
export const DatingFields = ({ form, known, isFirst = false }: Props) => {
  const { lmp, transfer_on: transfer, edd } = form.getValues()
  const [hasMore, setMore] = useState(transfer !== '' || edd !== '')
  const { getInputProps } = form
  return (
    <>
      <div className={`grid items-start gap-4-5 ${styles.row}`}>
        <DateField
          label={t('First day of the last period')}
          maxDate={today()}
          data-autofocus={isFirst || undefined}
          {...getInputProps('lmp')}
        />
        {lmp !== '' && (
          <ChoiceField
            label={t('Is the patient certain?')}
            data={[
              { value: 'yes', label: t('Yes') },
              { value: 'no', label: t('No') },
            ]}
            {...getInputProps('lmp_is_certain')}
          />
        )}
      </div>
      {known && <KnownScan form={form} known={known} />}
      <div className={`grid items-start gap-4-5 ${styles.row}`}>
        <DateField label={t('Scan date')} maxDate={today()} {...getInputProps('scan_on')} />
        <TextInput
          label={t('Gestation by scan')}
          placeholder={t('{weeks}w {days}d', { weeks: 12, days: 3 })}
          autoComplete="off"
          maxLength={12}
          {...getInputProps('scan_age')}
        />
      </div>
      {hasMore ? (
        <>
          <div className={`grid items-start gap-4-5 ${styles.row}`}>
            <DateField label={t('Embryo transfer date')} maxDate={today()} {...getInputProps('transfer_on')} />
            <TextInput
              label={t('Embryo age in days')}
              inputMode="numeric"
              autoComplete="off"
              maxLength={1}
              {...getInputProps('transfer_days')}
            />
          </div>
          <DateField label={t('Due date stated by another facility')} {...getInputProps('edd')} />
        </>
      ) : (
        <div>
          <Button size="compact-sm" variant="subtle" onClick={() => setMore(true)}>
            {t('Embryo transfer or stated due date')}
          </Button>
        </div>
      )}
      <DueDates form={form} known={known} />
    </>
  )
}
