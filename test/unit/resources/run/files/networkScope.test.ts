import { networkScopeOf } from '../../../../../nodes/DocScore/resources/run/files/networkScope';

test.each([
	...[
		'localhost',
		'localhost.',
		'n8n.localhost',
		'127.0.0.1',
		'127.1.2.3',
		'0.0.0.0',
		'[::1]',
		'[::]',
		'[::ffff:127.0.0.1]',
	].map((host) => [host, 'machine']),
	...[
		'10.0.0.7',
		'192.168.1.20',
		'172.16.0.1',
		'172.31.255.254',
		'169.254.1.1',
		'100.64.0.1',
		'100.127.0.1',
		'[fd12:3456::1]',
		'[fe80::1]',
		'[::ffff:10.0.0.7]',
		'nas.local.',
		'n8n',
		'nas.local',
		'n8n.lan',
		'n8n.corp.internal',
		'n8n.home.arpa',
	].map((host) => [host, 'network']),
	...[
		'n8n.example.com',
		'8.8.8.8',
		'172.32.0.1',
		'172.15.0.1',
		'100.63.0.1',
		'100.128.0.1',
		'192.169.0.1',
		'[2001:db8::1]',
		'[::ffff:8.8.8.8]',
		'n8n.example.com.',
		'local.example.com',
		'10.example.com',
		'localhost.example.com',
	].map((host) => [host, 'anywhere']),
])('the network scope of %s is: %s', (host, scope) => {
	expect(networkScopeOf(`https://${host}:5678`)).toBe(scope);
	expect(networkScopeOf(`http://${host.toUpperCase()}/`)).toBe(scope);
});
