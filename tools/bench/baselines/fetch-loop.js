// The least that a sender can do: POST a body to the receiver n times, a fixed number at once.
export default {
  async fetch(request) {
    const { url, count, concurrency, body } = await request.json();
    let next = 0;
    await Promise.all(
      Array.from({ length: concurrency }, async () => {
        while (next++ < count) {
          const response = await fetch(url, {
            method: 'POST',
            body,
            headers: { 'Content-Type': 'application/json' },
          });
          await response.arrayBuffer();
          if (!response.ok) throw new Error(`receiver answered ${response.status}`);
        }
      }),
    );
    return new Response(null, { status: 204 });
  },
};
