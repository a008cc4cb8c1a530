import { useMutation } from '@tanstack/react-query'
import { queryClient } from './query-client.ts'
import { toast } from '../messages/toast.tsx'

/**
 * A change made by a button instead of a form: `run(() => call(…), 'Done')`. Afterwards everything on the screen is asked for again and
 * the sentence is shown; a failure is shown in the server's words and changes nothing.
 */
export const useDeed = () => {
  const { mutate, isPending } = useMutation({
    mutationFn: ({ deed }: { deed: () => Promise<unknown>; said?: string }) => deed(),
    onSuccess: (_, { said }) => {
      void queryClient.invalidateQueries()
      if (said) toast.done(said)
    },
    onError: (error) => toast.failed(error),
  })
  return { run: (deed: () => Promise<unknown>, said?: string) => mutate({ deed, said }), isRunning: isPending }
}
