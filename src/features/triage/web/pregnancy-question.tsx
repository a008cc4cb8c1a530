import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { gestationWords, pregnancyWords, type PregnancyOnScreen } from '#features/patients/web/pregnancy-status.tsx'
import { t } from '#web/i18n.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Note } from '#web/ui/status.tsx'
import type { VitalsForm } from './use-vitals-form.ts'
import type { PregnancyAnswer } from './vitals-values.ts'

const PregnancyDialog = lazy(async () => ({
  default: (await import('#features/pregnancies/web/pregnancy-dialog.tsx')).PregnancyDialog,
}))

interface Props {
  vitals: VitalsForm
  patient: number
  pregnancy: PregnancyOnScreen | null
}

const yesWords = (pregnancy: PregnancyOnScreen | null) =>
  pregnancy?.state === 'pregnant' && pregnancy.gestation_days !== null
    ? t('Yes, {gestation}', { gestation: gestationWords(pregnancy.gestation_days) })
    : t('Yes')

/** A pregnancy of the record does not end by a "no": its outcome is recorded first. */
const StillCurrent = ({ patient, pregnancy }: { patient: number; pregnancy: PregnancyOnScreen }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Note tone="attention" alert>
        <span className="row wrap">
          <span className="grow">
            <b>{t('On record: {what}', { what: pregnancyWords(pregnancy) })}</b> {t('Record its outcome before you save “No”.')}
          </span>
          <Button onClick={() => setOpen(true)}>{t('Record outcome')}</Button>
        </span>
      </Note>
      <Suspense>{isOpen && <PregnancyDialog patientId={patient} part="outcome" close={() => setOpen(false)} />}</Suspense>
    </>
  )
}

/** Whether the patient is pregnant, before anything is measured: ranges and scores go by it. It begins with what the record knows. */
export const PregnancyQuestion = ({ vitals: { form, shown }, patient, pregnancy }: Props) => {
  const isCurrent = pregnancy?.state === 'pregnant' || pregnancy?.state === 'past due'
  return (
    <div className="form-stack">
      <ChoiceField<PregnancyAnswer>
        label={t('Pregnant?')}
        data={[
          { value: 'yes', label: yesWords(pregnancy) },
          { value: 'no', label: t('No') },
          { value: '', label: t('Not asked') },
        ]}
        {...form.getInputProps('is_pregnant')}
        value={shown.is_pregnant}
      />
      {isCurrent && shown.is_pregnant === 'no' && <StillCurrent patient={patient} pregnancy={pregnancy} />}
    </div>
  )
}
