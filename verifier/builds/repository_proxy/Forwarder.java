import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/**
 * Offers a Unix socket as a port of the loopback address, for programs that only speak TCP.
 *
 * <p>Arguments: the path of the socket, the port. Prints a line when it listens. Needs Java 16.
 */
final class Forwarder {
  private Forwarder() {}

  public static void main(String[] arguments) throws IOException {
    var socket = UnixDomainSocketAddress.of(Path.of(arguments[0]));
    var port = Integer.parseInt(arguments[1]);
    var place = new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port);
    try (var server = ServerSocketChannel.open().bind(place)) {
      System.out.println("listening");
      while (true) {
        SocketChannel near = server.accept();
        try {
          SocketChannel far = SocketChannel.open(StandardProtocolFamily.UNIX);
          far.connect(socket);
          start(near, far);
          start(far, near);
        } catch (IOException refused) {
          near.close();
        }
      }
    }
  }

  private static void start(SocketChannel from, SocketChannel to) {
    var thread = new Thread(() -> copy(from, to));
    thread.setDaemon(true);
    thread.start();
  }

  /** Copies until one side closes, and then closes both. */
  private static void copy(SocketChannel from, SocketChannel to) {
    var buffer = ByteBuffer.allocateDirect(1 << 16);
    try (from; to) {
      while (from.read(buffer) >= 0) {
        buffer.flip();
        while (buffer.hasRemaining()) {
          to.write(buffer);
        }
        buffer.clear();
      }
    } catch (IOException closed) {
      // The other side sees the end of its connection.
    }
  }
}
