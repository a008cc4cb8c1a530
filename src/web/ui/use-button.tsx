import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { t } from '../i18n.ts'
import { queryClient } from '../query-client.ts'
import { toast } from '../toast.tsx'

interface Thing {
  name: string
  is_active: boolean
}
interface Props<T extends Thing> {
  of: T
  /** Turns its use around. */
  flip: (thing: T) => Promise<T>
  onDone?: (thing: T) => void
}

/** Takes something out of use or back into it; the toast offers the way back. */
export const UseButton = <T extends Thing>({ of, flip, onDone }: Props<T>) => {
  const { mutate, isPending } = useMutation({
    mutationFn: flip,
    onSuccess: (saved) => {
      void queryClient.invalidateQueries()
      const { name } = saved
      toast.done(saved.is_active ? t('{{name}} is in use again.', { name }) : t('{{name}} is out of use.', { name }), {
        label: t('Undo'),
        run: () => mutate(saved),
      })
      onDone?.(saved)
    },
    onError: (error) => toast.failed(error),
  })
  return (
    <Button loading={isPending} onClick={() => mutate(of)}>
      {of.is_active ? t('Take out of use') : t('Use again')}
    </Button>
  )
}
