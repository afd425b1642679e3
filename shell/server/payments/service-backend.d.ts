import { type Backend } from '@shop/supabase';
/** The backend with the rights of the service. @param key the secret key, which must never leave the server */
export declare function serviceBackend(url: string, key: string): Backend;
