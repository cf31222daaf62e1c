import { errorFromResponse, toApiError } from './api-error.ts';
import type { Server } from './server.ts';

/** Makes a picture that of the person. Throws ApiError, with `no-picture` if the server finds none in it. */
export async function putProfilePicture(server: Server, picture: Blob): Promise<void> {
  try {
    const response = await server.fetch(`${server.baseUrl}/api/account/picture`, { method: 'PUT', body: picture });
    if (!response.ok) throw await errorFromResponse(response);
  } catch (error) {
    throw toApiError(error);
  }
}
