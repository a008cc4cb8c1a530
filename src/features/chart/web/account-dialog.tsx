import { Button, Group, Modal, TextInput } from '@mantine/core'
import { linkAccount } from '#features/patients/contract.ts'
import { nameOf } from '#features/patients/web/patient-name.tsx'
import type { PatientRecord } from '#features/patients/web/use-patient.ts'
import { call } from '#web/api.ts'
import { confirm } from '#web/dialogs.ts'
import { useEndpointForm } from '#web/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { useDeed } from '#web/use-deed.ts'

interface Props {
  patient: PatientRecord
  onClose: () => void
}

const LinkForm = ({ patient, onClose }: Props) => {
  const of = useEndpointForm(linkAccount, {
    initialValues: { email: '' },
    params: { id: patient.id },
    version: patient.version,
    onSaved: () => {
      toast.done(t('The account is linked.'))
      onClose()
    },
  })
  return (
    <EndpointForm of={of} save={t('Link')} onCancel={onClose}>
      <p className="t2">{t('The patient then reads this record in the portal. Make sure that the account is theirs.')}</p>
      <TextInput
        label={t('E-mail of the account')}
        type="email"
        required
        autoComplete="off"
        data-autofocus
        {...of.form.getInputProps('email')}
      />
    </EndpointForm>
  )
}

const Linked = ({ patient, onClose }: Props) => {
  const { run } = useDeed()
  const unlink = async () => {
    onClose()
    const asked = {
      title: t('Unlink the account of {{name}}', { name: nameOf(patient) }),
      text: t('The patient no longer reads this record in the portal.'),
      action: t('Unlink'),
    }
    if (await confirm(asked))
      run(() => call(linkAccount, { params: { id: patient.id }, body: { email: null } }), t('The account is unlinked.'))
  }
  return (
    <>
      <p>{t('A portal account is linked: the patient reads this record there.')}</p>
      <Group justify="flex-end">
        <Button onClick={() => void unlink()}>{t('Unlink')}</Button>
      </Group>
    </>
  )
}

/** Links the patient's portal account by its e-mail; where one is linked, says so and unlinks it. */
export const AccountDialog = ({ patient, onClose }: Props) => (
  <Modal opened onClose={onClose} size={440} title={t('Portal account')} closeButtonProps={{ 'aria-label': t('Close') }}>
    {patient.user === null ? <LinkForm patient={patient} onClose={onClose} /> : <Linked patient={patient} onClose={onClose} />}
  </Modal>
)
