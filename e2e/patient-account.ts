import { addPerson, api, type Credentials, type TestServer, tokenOf } from './test-server.ts'

/** An account of a patient, registered and linked with a record as people do it: by the code that the account shows at the desk, and a second member of staff. */
export const openAccount = async (
  app: TestServer,
  desk: string,
  patient: number,
  { email, password, first_name, last_name }: Credentials & { first_name: string; last_name: string },
) => {
  const { url } = app
  await api(url, 'POST', '/users/register/', { body: { email, password, first_name, last_name } })
  const token = await tokenOf(url, { email, password })
  const { code } = await api<{ code: string }>(url, 'POST', '/portal/link-code/', { token, body: {} })
  const path = `/patients/patients/${patient}/account/`
  const { id: account } = await api<{ id: number }>(url, 'POST', `${path}check/`, { token: desk, body: { code } })
  await api(url, 'PUT', path, { token: desk, body: { code, account } })
  // Nothing can be sent from here: a second member of staff confirms.
  const colleague = await addPerson(app, desk, 'nurse', ['Second', `Person${account}`])
  const { request } = await api<{ request: { id: number } }>(url, 'GET', path, { token: desk })
  const second = await tokenOf(url, colleague)
  await api(url, 'POST', `${path}confirm/`, { token: second, body: { request: request.id, note: 'Known to us' } })
}
