import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Endpoint, RequestOf, ResponseOf } from '#shared/endpoint.ts'
import { call, type RequestArgs } from '../calls/api.ts'
import { confirm } from '../messages/dialogs.ts'
import { t } from '../i18n.ts'
import { queryClient } from '../calls/query-client.ts'
import { toast } from '../messages/toast.tsx'

interface Thing {
  id: number
  is_active: boolean
  version: number
}
type Flips = Endpoint & { response: { _zod: { input: Thing } } }
/** Refuses a call that wants more than the thing, its use and its version. */
type Sufficient<E> = { params: { id: number }; body: { is_active: boolean; version: number } } extends RequestOf<E> ? unknown : never

interface Props<E extends Flips> {
  of: Thing & { name: string }
  /** The call that turns its use around. */
  by: E & Sufficient<E>
  /** Asks before it is taken out of use, and says what follows from that. */
  warning?: string
  onDone?: (saved: ResponseOf<E>) => void
}

/** Takes something out of use or back into it; the toast offers the way back. */
export const UseButton = <const E extends Flips>({ of, by, warning, onDone }: Props<E>) => {
  const { name } = of
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id, is_active, version }: Thing) =>
      call(by as E, ...([{ params: { id }, body: { is_active: !is_active, version } }] as unknown as RequestArgs<E>)),
    onSuccess: (saved) => {
      void queryClient.invalidateQueries()
      toast.done(saved.is_active ? t('{{name}} is in use again.', { name }) : t('{{name}} is out of use.', { name }), {
        label: t('Undo'),
        run: () => mutate(saved),
      })
      onDone?.(saved)
    },
    onError: (error) => toast.failed(error),
  })
  const flip = async () => {
    const isMeant =
      warning === undefined ||
      !of.is_active ||
      (await confirm({ title: t('Take {{name}} out of use?', { name }), text: warning, action: t('Take out of use') }))
    if (isMeant) mutate(of)
  }
  return (
    <Button loading={isPending} onClick={() => void flip()}>
      {of.is_active ? t('Take out of use') : t('Use again')}
    </Button>
  )
}
