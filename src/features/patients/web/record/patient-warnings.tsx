import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { call } from '#web/calls/api.ts'
import { askReason } from '#web/messages/dialogs.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { dateTime, dayOf } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { Status } from '#web/ui/status.tsx'
import { useDeed } from '#web/calls/use-deed.ts'
import { DocumentLink } from '#web/ui/document-link.tsx'
import { addAlert, addAllergy, allergyCategories, allergySeverities, endAlert, endAllergy } from '#features/patients/contract-parts.ts'
import { Part, PartSection } from './part-section.tsx'
import type { PatientRecord } from '../use-patient.ts'
import { categoryWord, severityWord } from '../patient-words.ts'
import { noAllergy } from '../patient-values.ts'

interface FormProps {
  patientId: number
  close: () => void
}

const AllergyForm = ({ patientId, close }: FormProps) => {
  const of = useEndpointForm(addAllergy, {
    initialValues: noAllergy,
    params: { id: patientId },
    draftKey: `allergy-${patientId}`,
    onSaved: close,
  })
  const { getInputProps } = of.form
  return (
    <EndpointForm of={of} save={t('Record allergy')} onCancel={close}>
      <div className="section-grid">
        <TextInput label={t('Substance')} required autoFocus autoComplete="off" {...getInputProps('substance')} />
        <TextInput label={t('Reaction')} autoComplete="off" {...getInputProps('reaction')} />
        <Select
          label={t('Severity')}
          data={allergySeverities.map((value) => ({ value, label: severityWord(value) }))}
          allowDeselect={false}
          {...getInputProps('severity')}
        />
        <Select
          label={t('Kind')}
          data={allergyCategories.map((value) => ({ value, label: categoryWord(value) }))}
          allowDeselect={false}
          {...getInputProps('category')}
        />
      </div>
    </EndpointForm>
  )
}

const AlertForm = ({ patientId, close }: FormProps) => {
  const of = useEndpointForm(addAlert, {
    initialValues: { text: '', is_critical: false },
    params: { id: patientId },
    draftKey: `alert-${patientId}`,
    onSaved: close,
  })
  const { getInputProps } = of.form
  return (
    <EndpointForm of={of} save={t('Add alert')} onCancel={close}>
      <TextInput label={t('Alert')} required autoFocus autoComplete="off" maxLength={200} {...getInputProps('text')} />
      <Checkbox label={t('Critical: shown in red')} {...getInputProps('is_critical', { type: 'checkbox' })} />
    </EndpointForm>
  )
}

/** Ends something with a reason; the history keeps it. */
const End = ({ what, deed }: { what: string; deed: (reason: string) => Promise<unknown> }) => {
  const { run, isRunning } = useDeed()
  const end = async () => {
    const reason = await askReason({
      title: t('End: {{what}}', { what }),
      text: t('It leaves the banner; the history keeps it with your reason.'),
      action: t('End it'),
    })
    if (reason !== null) run(() => deed(reason), t('Ended: {{what}}', { what }))
  }
  return (
    <Button loading={isRunning} aria-label={t('End: {{what}}', { what })} onClick={() => void end()}>
      {t('End')}
    </Button>
  )
}

const Recorded = ({ at }: { at: string }) => <span title={dateTime(at)}>{t('recorded {{date}}', { date: dayOf(at) })}</span>

/** What may hurt the patient, and what everybody should know. */
export const PatientWarnings = ({ patient: { id, allergies, alerts } }: { patient: PatientRecord }) => {
  const { can } = useRights()
  return (
    <div className="form-stack">
      <PartSection
        title={t('Allergies')}
        none={t('No allergies recorded')}
        add={t('Record allergy')}
        mayAdd={can(addAllergy)}
        renderForm={(close) => <AllergyForm patientId={id} close={close} />}
      >
        {allergies.map(({ id: part, substance, reaction, severity, category, recorded_at, document }) => (
          <Part
            key={part}
            title={
              <>
                <bdi className="strong">{substance}</bdi>
                {reaction && <bdi className="t2">: {reaction}</bdi>}
              </>
            }
            note={
              <>
                {severityWord(severity)} · {categoryWord(category)} · <Recorded at={recorded_at} />{' '}
                <DocumentLink patient={id} document={document} />
              </>
            }
          >
            {can(endAllergy) && <End what={substance} deed={(reason) => call(endAllergy, { params: { id, part }, body: { reason } })} />}
          </Part>
        ))}
      </PartSection>
      <PartSection
        title={t('Alerts')}
        none={t('No alerts: put here what everybody should know before meeting the patient.')}
        add={t('Add alert')}
        mayAdd={can(addAlert)}
        renderForm={(close) => <AlertForm patientId={id} close={close} />}
      >
        {alerts.map(({ id: part, text, is_critical, recorded_at }) => (
          <Part
            key={part}
            title={
              <>
                <bdi>{text}</bdi> {is_critical && <Status tone="critical">{t('Critical')}</Status>}
              </>
            }
            note={<Recorded at={recorded_at} />}
          >
            {can(endAlert) && <End what={text} deed={(reason) => call(endAlert, { params: { id, part }, body: { reason } })} />}
          </Part>
        ))}
      </PartSection>
    </div>
  )
}
