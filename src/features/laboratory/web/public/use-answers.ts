import { call } from '#web/calls/api.ts'
import { askReason } from '#web/messages/dialogs.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { useDeed } from '#web/calls/use-deed.ts'
import type { RequestOf } from '#shared/endpoint.ts'
import { requestPublicLab, updatePublicLabRequest } from '#features/laboratory/contract-public.ts'
import { withSexReason } from '../ask-other-sex.ts'
import type { PublicRequest } from '../lab-types.ts'

type Change = Omit<RequestOf<typeof updatePublicLabRequest>['body'], 'version'>

/** What the laboratory does with what a patient asked for: whose it is, yes or no with an answer, and the request that is made of it. */
export const useAnswers = ({ id, version, status, patient, visit, request }: PublicRequest) => {
  const { can } = useRights()
  const { run, isRunning } = useDeed()
  const send = (change: Change, said: string) =>
    run(() => call(updatePublicLabRequest, { params: { id }, body: { ...change, version } }, { version }), said)
  const mayAnswer = can(updatePublicLabRequest)
  const isOver = status === 'done' || status === 'cancelled'
  return {
    isRunning,
    isOver,
    mayAnswer: mayAnswer && !isOver,
    mayConfirm: mayAnswer && status === 'pending',
    mayMake: mayAnswer && !isOver && can(requestPublicLab) && request === null && patient !== null && visit !== null,
    mayCollect: mayAnswer && status === 'confirmed',
    mayFinish: mayAnswer && status === 'collected',
    match: (to: number | null) => send({ patient: to }, to === null ? t('No longer matched.') : t('Matched to the patient.')),
    confirm: (answer: string) =>
      send({ status: 'confirmed', ...(answer.trim() !== '' && { answer: answer.trim() }) }, t('Confirmed; the patient reads the answer.')),
    collected: () => send({ status: 'collected' }, t('Sample taken')),
    finish: () => send({ status: 'done' }, t('Done')),
    cancel: async () => {
      const answer = await askReason({
        title: t('Decline the request'),
        text: t('The patient reads the answer.'),
        label: t('Answer'),
        action: t('Decline'),
      })
      if (answer !== null) send({ status: 'cancelled', answer }, t('Declined; the patient reads the answer.'))
    },
    makeRequest: () =>
      run(async () => {
        if (await withSexReason((reason) => call(requestPublicLab, { params: { id }, body: { version, ...reason } })))
          toast.done(t('The tests are asked for in the visit.'))
      }),
  }
}
