import { Button } from '@mantine/core'
import { call } from '#web/calls/api.ts'
import { askReason } from '#web/messages/dialogs.ts'
import { dateTime, dayOf } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { Status } from '#web/ui/status.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { DocumentLink } from '#web/ui/document-link.tsx'
import { endNoKnownAllergies } from '#features/patients/contract-allergies.ts'
import { addAlert, addAllergy, endAlert, endAllergy } from '#features/patients/contract.ts'
import { AlertForm, AllergyForm } from '../add-to-record-dialog.tsx'
import { AllergyFlag } from '../allergy-status.tsx'
import { NoKnownAllergiesButton } from '../ask-allergies-panel.tsx'
import { Part, PartSection } from './part-section.tsx'
import type { PatientRecord } from '../use-patient.ts'
import { categoryWord, severityWord } from '../patient-labels.ts'

/** Ends something with a reason; the history keeps it. */
const End = ({ what, action }: { what: string; action: (reason: string) => Promise<unknown> }) => {
  const { run, isRunning } = useAction()
  const end = async () => {
    const reason = await askReason({
      title: t('End: {what}', { what }),
      text: t('It is removed from the banner. The history keeps it with your reason.'),
      action: t('End'),
      isGrave: true,
    })
    if (reason !== null) run(() => action(reason), t('Ended: {what}', { what }))
  }
  return (
    <Button loading={isRunning} aria-label={t('End: {what}', { what })} onClick={() => void end()}>
      {t('End')}
    </Button>
  )
}

const Recorded = ({ at }: { at: string }) => <span title={dateTime(at)}>{t('recorded {date}', { date: dayOf(at) })}</span>

/** What stands in the place of allergies: that none is known, which can be ended, or that nobody has asked. */
const NoAllergy = ({ patient, status }: { patient: number; status: PatientRecord['allergy_status'] }) => {
  const { can } = useRights()
  const { version } = status
  return (
    <span className="row wrap">
      <AllergyFlag allergies={[]} status={status} />
      {status.state === 'none known' ? (
        can(endNoKnownAllergies) && (
          <End
            what={t('No known allergies')}
            action={(reason) => call(endNoKnownAllergies, { params: { id: patient }, body: { reason, version } })}
          />
        )
      ) : (
        <NoKnownAllergiesButton patient={patient} version={version} />
      )}
    </span>
  )
}

/** What may hurt the patient, and what everybody should know. */
export const PatientWarnings = ({ patient: { id, allergies, allergy_status, alerts } }: { patient: PatientRecord }) => {
  const { can } = useRights()
  return (
    <div className="form-stack">
      <PartSection
        title={t('Allergies')}
        none={<NoAllergy patient={id} status={allergy_status} />}
        add={t('Record allergy')}
        mayAdd={can(addAllergy)}
        renderForm={(close) => <AllergyForm patientId={id} close={close} />}
      >
        {allergies.map(({ id: part, substance, reaction, severity, category, is_intolerance, recorded_at, document }) => (
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
                {is_intolerance && <>{t('Intolerance')} · </>}
                {severityWord(severity)} · {categoryWord(category)} · <Recorded at={recorded_at} />{' '}
                <DocumentLink patient={id} document={document} />
              </>
            }
          >
            {can(endAllergy) && <End what={substance} action={(reason) => call(endAllergy, { params: { id, part }, body: { reason } })} />}
          </Part>
        ))}
      </PartSection>
      <PartSection
        title={t('Alerts')}
        none={t('No alerts. Add what all staff must know before seeing the patient.')}
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
            {can(endAlert) && <End what={text} action={(reason) => call(endAlert, { params: { id, part }, body: { reason } })} />}
          </Part>
        ))}
      </PartSection>
    </div>
  )
}
