import type {
	ICredentialDataDecryptedObject,
	Icon,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { checkTarget } from '../nodes/DocScore/engine/http/credential';
import { bareKey } from '../nodes/DocScore/service/apiKey';

/** Without the port, which n8n ignores. */
const HOST_OF_BASE_URL =
	'={{ $self.baseUrl.trim().replace(/^https?:\\/\\/([^\\/?#]*@)?(\\[[^\\]]*\\]|[^\\/?#:]*).*$/i, "$2") }}';

export class DocScoreApi implements ICredentialType {
	name = 'docScoreApi';

	displayName = 'DocScore API';

	icon: Icon = {
		light: 'file:../icons/docscore.svg',
		dark: 'file:../icons/docscore.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-docscore/n8n-nodes-docscore?tab=readme-ov-file#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'The API key from the Integrations tab of your dashboard',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.example.com/v1',
			description:
				'The common prefix of the URLs in the API documentation, not the URL of the dashboard',
		},
		// n8n would show these two with the default All, so any node could send the key to any host.
		{
			displayName: 'Allowed HTTP Request Domains',
			name: 'allowedHttpRequestDomains',
			type: 'hidden',
			default: 'domains',
		},
		{
			displayName: 'Allowed Domains',
			name: 'allowedDomains',
			type: 'hidden',
			default: HOST_OF_BASE_URL,
		},
	];

	/** A function, because n8n would evaluate an expression again for each request. */
	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		checkTarget(credentials.baseUrl, requestOptions);
		return {
			...requestOptions,
			// Only the first URL is checked. Each of n8n's helpers knows one of these two.
			disableFollowRedirect: true,
			maxRedirects: 0,
			headers: {
				...requestOptions.headers,
				Authorization: `Bearer ${bareKey(credentials.apiKey)}`,
			},
		};
	};
}
