import { Modal, Textarea } from '@mantine/core'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { moveReferral } from '../contract.ts'
import type { ReferralOnScreen } from './use-referral-actions.ts'

/** What came of a referral, as the doctor here wrote it or as the letter from outside says it. */
export const AnswerDialog = ({ referral, onClose }: { referral: ReferralOnScreen; onClose: () => void }) => {
  const endpointForm = useEndpointForm(moveReferral, {
    isAction: true,
    params: { id: referral.id },
    version: referral.version,
    initialValues: { reply: '' },
    draftKey: `referral-answer-${referral.id}`,
    toBody: ({ reply }) => ({ status: 'completed' as const, reply }),
    onSaved: () => {
      toast.done(t('Reply saved.'))
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('Reply to referral')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <EndpointForm form={endpointForm} save={t('Save reply')} onCancel={onClose}>
        <p className="t2">{referral.note}</p>
        <Textarea label={t('Answer')} required autosize minRows={4} data-autofocus {...endpointForm.form.getInputProps('reply')} />
      </EndpointForm>
    </Modal>
  )
}
