import { Modal, Radio } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { query } from '#web/calls/api.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { FourStates } from '#web/ui/four-states.tsx'
import { approvalPeople, getPurchasingSettings, updatePurchasingSettings } from '../order-calls.ts'

const labelOf = (people: number) => (people === 1 ? t('One user') : people === 2 ? t('Two users') : t('Three users'))
const aboutOf = (people: number) =>
  people === 1
    ? t('The author may approve the order.')
    : people === 2
      ? t('Another user approves the order. If no other user has permission, the owner approves it and gives a reason.')
      : t('Two other users approve it, one after the other.')

const Rule = ({ settings, onClose }: { settings: ResponseOf<typeof getPurchasingSettings>; onClose: () => void }) => {
  const [version] = useState(settings.version)
  const form = useEndpointForm(updatePurchasingSettings, {
    initialValues: { approval_people: String(settings.approval_people) },
    version,
    toBody: ({ approval_people }) => ({ approval_people: Number(approval_people) }),
    onSaved: () => {
      toast.done(t('Approval rule saved.'))
      onClose()
    },
  })
  return (
    <EndpointForm form={form} save={t('Save')} labels={{ approval_people: t('Users required for a purchase order') }}>
      <Radio.Group
        label={t('Users required for a purchase order')}
        description={t('Applies from the next approval. The change is recorded in the audit log.')}
        {...form.form.getInputProps('approval_people')}
      >
        <div className="form-stack">
          {approvalPeople.map((people) => (
            <Radio key={people} value={String(people)} label={labelOf(people)} description={aboutOf(people)} />
          ))}
        </div>
      </Radio.Group>
    </EndpointForm>
  )
}

/** How many people it takes to order goods: the clinic's rule. */
export const ApprovalRuleDialog = ({ onClose }: { onClose: () => void }) => {
  const settings = useQuery(query(getPurchasingSettings, { query: {} }))
  return (
    <Modal opened onClose={onClose} size="lg" title={t('Approval rule')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <FourStates query={settings}>{(data) => <Rule settings={data} onClose={onClose} />}</FourStates>
    </Modal>
  )
}
