import { Button, Checkbox, Group, TextInput } from '@mantine/core'
import type { ResponseOf } from '#shared/endpoint.ts'
import { confirmAccount, refuseAccount, type getPatientAccount } from '#features/patients/contract-account.ts'
import { nameOf } from '#features/patients/web/patient-name.tsx'
import type { PatientRecord } from '#features/patients/web/use-patient.ts'
import { call } from '#web/calls/api.ts'
import { useAction } from '#web/calls/use-action.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { askReason } from '#web/messages/dialogs.ts'
import { toast } from '#web/messages/toast.tsx'
import { useRights } from '#web/session/rights.ts'
import { session } from '#web/session/tokens.ts'
import { useStore } from '#web/state/store.ts'
import { dateTime } from '#web/text/format.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { Note } from '#web/ui/status.tsx'
import { AccountCompare } from './account-compare.tsx'

type Waiting = NonNullable<ResponseOf<typeof getPatientAccount>['request']>

interface Props {
  patient: PatientRecord
  request: Waiting
  onClose: () => void
}

const Asked = ({ request }: Pick<Props, 'request'>) => {
  const values = { who: request.requested_by_name, at: dateTime(request.requested_at) }
  return (
    <p className="t2 small">
      {request.kind === 'slip'
        ? t('Registered by the patient with a slip of {who} on {at}.', values)
        : t('Entered by {who} on {at}.', values)}
    </p>
  )
}

const Differing = ({ request }: Pick<Props, 'request'>) =>
  request.differences.length > 0 && (
    <Note tone="attention">{t('The account differs from the record. Check the identity before you confirm.')}</Note>
  )

/** The second member of staff: compares, confirms or refuses. */
const Confirm = ({ patient, request, onClose, onRefuse }: Props & { onRefuse: () => void }) => {
  const isDifferent = request.differences.length > 0
  const endpointForm = useEndpointForm(confirmAccount, {
    initialValues: { isChecked: false, note: '' },
    params: { id: patient.id },
    toBody: ({ note }) => ({ request: request.id, ...(note.trim() !== '' && { note }) }),
    check: ({ isChecked, note }): Record<string, string> => ({
      ...(!isChecked && { isChecked: t('Confirm the patient’s identity first.') }),
      ...(isDifferent &&
        note.trim() === '' && { note: t('The details differ: enter the reason for allowing this account to view the record.') }),
    }),
    onSaved: () => {
      toast.done(t('Account linked.'))
      onClose()
    },
  })
  return (
    <EndpointForm
      form={endpointForm}
      save={t('Confirm account')}
      onCancel={onClose}
      extra={<Button onClick={onRefuse}>{t('Refuse')}</Button>}
    >
      <Asked request={request} />
      <Differing request={request} />
      <AccountCompare account={request.account} patient={patient} />
      <Checkbox
        label={t('I have seen the patient’s identity document, and the account is theirs.')}
        {...endpointForm.form.getInputProps('isChecked', { type: 'checkbox' })}
      />
      {isDifferent && (
        <TextInput
          label={t('Reason')}
          description={t('Why should this account have access although the details differ?')}
          required
          {...endpointForm.form.getInputProps('note')}
        />
      )}
    </EndpointForm>
  )
}

/** Whoever cannot confirm it reads who does, and may withdraw it. */
const Waits = ({ patient, request, onClose, onRefuse }: Props & { onRefuse: () => void }) => (
  <div className="form-stack">
    {request.way === 'contact' ? (
      <Note tone="progress">
        {t('A code was sent to {contacts}. When the patient enters it in the portal, the account is linked.', {
          contacts: request.contacts.join(', '),
        })}
      </Note>
    ) : (
      <Note tone="progress">
        {t('Another staff member must confirm this account: open this record, choose “Portal account…” and compare.')}
      </Note>
    )}
    <Asked request={request} />
    <Differing request={request} />
    <AccountCompare account={request.account} patient={patient} />
    <Group justify="flex-end">
      <Button onClick={onRefuse}>{t('Withdraw')}</Button>
      <Button variant="filled" onClick={onClose}>
        {t('Close')}
      </Button>
    </Group>
  </div>
)

/** An account that waits to be confirmed: by the contact on file, or by a second member of staff. */
export const AccountRequest = ({ patient, request, onClose }: Props) => {
  const { can } = useRights()
  const { user } = useStore(session)
  const { run } = useAction()
  const refuse = async () => {
    onClose()
    const reason = await askReason({
      title: t('Do not link the account to {name}', { name: nameOf(patient) }),
      text: t('The account stays without a record. The reason is saved.'),
      action: t('Do not link'),
    })
    if (reason !== null)
      run(() => call(refuseAccount, { params: { id: patient.id }, body: { request: request.id, reason } }), t('Account not linked.'))
  }
  const mayConfirm = request.way === 'colleague' && can(confirmAccount) && request.requested_by !== user?.user_id
  const Part = mayConfirm ? Confirm : Waits
  return <Part patient={patient} request={request} onClose={onClose} onRefuse={() => void refuse()} />
}
